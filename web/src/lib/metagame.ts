/** Figures of runs about decks, in words. */
import { t } from './settings.svelte';
import type { MetaRate, MetaRunSummary } from './wire';

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** A share with its interval. */
export const rated = ({ value, low, high }: MetaRate): string =>
  t('meta.rate', { percent: percent(value), low: (100 * low).toFixed(1), high: (100 * high).toFixed(1) });

/** A time that something takes, roughly. */
function lasting(seconds: number): string {
  if (seconds < 90) return t('meta.left.seconds', { count: Math.ceil(seconds) });
  if (seconds < 90 * 60) return t('meta.left.minutes', { count: Math.ceil(seconds / 60) });
  return t('meta.left.hours', { count: (seconds / 3600).toFixed(1) });
}

/** What is to be said of a run in a line. */
export function facts(run: MetaRunSummary): string[] {
  return [
    t(`meta.${run.kind}`),
    t(`meta.state.${run.state}`),
    run.kind === 'evolve' ? t('meta.generation', { number: run.generation }) : '',
    run.best ? t('meta.best', { percent: percent(run.best.value) }) : '',
    t('learning.games', { count: run.games.toLocaleString() }),
    run.seconds_left === null ? '' : t('meta.left', { time: lasting(run.seconds_left) }),
  ].filter(Boolean);
}
