/** What a computer thinks of moments of a game: who was ahead, and where it turned. */
import type { Thinking } from './wire';

/** A moment, and the chance of the seat that is looked at. */
export type Judged = { at: number; rate: number };
export type Turn = { at: number; before: number; after: number };

const MOST_MOMENTS = 24;
const MOST_TURNS = 5;
const FAR = 0.2;

/** The moments that are worth asking about, evenly over the game. */
export function moments(count: number): number[] {
  const step = Math.max(1, Math.ceil(count / MOST_MOMENTS));
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
}

/** The chance of a seat as the computer sees it that thought for whoever was to choose; nothing if it cannot be told. */
export function rateOf(thought: Thinking, seat: number, seats: number): number | null {
  const best = thought.choices.find((choice) => choice.chosen) ?? thought.choices[0];
  // Nobody thinks where there is only one choice: that says nothing of who is ahead.
  if (!best || best.visits === 0) return null;
  if (thought.seat === seat) return best.win_rate;
  // Of two, what one loses the other wins.
  return seats === 2 ? 1 - best.win_rate : null;
}

/** The moments before which the chance was far from what it was after, the farthest first in their order. */
export function turns(points: Judged[]): Turn[] {
  const found = points.slice(1).map((point, index) => ({ at: point.at, before: points[index]?.rate ?? point.rate, after: point.rate }));
  const far = found.filter((one) => Math.abs(one.after - one.before) >= FAR);
  const farthest = far.sort((one, other) => Math.abs(other.after - other.before) - Math.abs(one.after - one.before)).slice(0, MOST_TURNS);
  return farthest.sort((one, other) => one.at - other.at);
}
