/** What people call the computers that are offered. */
import type { Key } from '../i18n/en';
import { t } from './settings.svelte';

const STRENGTHS: Record<string, Key> = {
  random: 'strength.random',
  'ismcts:200': 'strength.easy',
  'ismcts:1000': 'strength.medium',
  'ismcts:5000': 'strength.strong',
  'net:sims=64': 'strength.network',
};

/** The name of a computer, with how strong it is where that is known. */
export function strength(name: string): string {
  const known = STRENGTHS[name];
  return known ? t(known, { name }) : name;
}

/** The same in a word, where there is no room for more. */
export function rank(name: string): string {
  const [word] = strength(name).split(/ – |：/);
  return word ?? name;
}
