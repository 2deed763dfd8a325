/** Passing on by itself, and where it stops. */
import type { State } from './wire';

/** Where passing began, and how long it lasts: to the end of the turn, or until the own turn comes. */
export type Passing = { until: 'turn' | 'own'; turn: string; from: number };

const turnOf = (state: State): string => `${state.turn ?? ''} ${state.current ?? ''}`;

export const begunPassing = (state: State, until: 'turn' | 'own'): Passing => ({ until, turn: turnOf(state), from: state.decision_number });

/**
 * Whether passing stops: the turn is over or the own one has come, somebody does something that can be answered, the game is
 * over, or a phase has come at which the player wants to be asked.
 */
export function isStopped(passing: Passing, state: State, mine: number | null, stops: string[]): boolean {
  if (state.decision.kind === 'over') return true;
  if (state.pending.some((effect) => effect.owner !== mine && !effect.cancelled) || state.arrows.length > 0) return true;
  const isOther = turnOf(state) !== passing.turn;
  if (isOther && (passing.until === 'turn' || state.current === mine)) return true;
  const isAsked = state.decision.kind === 'choose' && state.decision.seat === mine && state.decision_number > passing.from;
  return isAsked && state.stage.some((stage) => stops.includes(stage));
}
