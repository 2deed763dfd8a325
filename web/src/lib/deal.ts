/** Deals that can be checked: what the studio promised before a game, and what it shows after it. */
import { sha256 } from './sha256';
import type { Deal, OpenedDeal } from './wire';

const KEY = 'fuda.deals';

/** Commitments are kept for so many tables. */
const MOST = 200;

/** The commitment that this browser was shown first at a table. What is shown later must be the same. */
export function firstShown(table: string, commitment: string): string {
  let kept: [string, string][] = [];
  try {
    kept = JSON.parse(localStorage.getItem(KEY) ?? '[]') as [string, string][];
  } catch {
    // What cannot be read is forgotten.
  }
  const known = kept.find(([of]) => of === table);
  if (known) return known[1];
  localStorage.setItem(KEY, JSON.stringify([...kept, [table, commitment]].slice(-MOST)));
  return commitment;
}

export type Verdict = 'open' | 'right' | 'wrong';

/** Whether what was opened is what was promised; `open` as long as nothing is opened. */
export function verdict(promised: string, deal: Deal, opened: OpenedDeal | null): Verdict {
  if (deal.kind !== 'drawn' || deal.commitment !== promised) return 'wrong';
  if (!opened) return 'open';
  const isWhole = opened.committed === `fuda-deal-1 chacha20 ${opened.seed} ${opened.key}`;
  return isWhole && sha256(opened.committed) === promised ? 'right' : 'wrong';
}
