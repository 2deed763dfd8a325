/** How a game ended, for whoever looks at it. */
import { t } from './settings.svelte';
import type { State, Welcome } from './wire';

export type Ending = { title: string; scores: number[]; reason: string | null };

/** Nothing as long as it goes on. */
export function ending(state: State, welcome: Welcome): Ending | null {
  if (state.decision.kind !== 'over') return null;
  const { winners, scores, reason } = state.decision;
  const names = winners.map((one) => welcome.seats[one]?.name ?? '').join(' & ');
  let title = t('table.over.draw');
  if (welcome.seat !== null && winners.includes(welcome.seat)) title = t('table.over.win');
  else if (winners.length > 1) title = t('table.over.shared', { name: names });
  else if (winners.length === 1) title = t('table.over.lose', { name: names });
  return { title, scores, reason };
}
