/** Asks a computer who was ahead, moment by moment over a finished game. */
import { thinking } from './api';
import { moments, rateOf, type Judged } from './judged';
import { settings } from './settings.svelte';
import type { State } from './wire';

/** So many decisions are asked about for one moment. */
const MOST_TRIES = 4;

export class Judge {
  points = $state.raw<Judged[]>([]);
  isThinking = $state(false);
  /** How many moments are asked about. */
  wanted = $state(0);
  /** How many have been asked about. */
  done = $state(0);
  #stop: AbortController | null = null;

  constructor(readonly table: string) {}

  /** Asks about a game of so many choices for a seat; `end` is its last state. */
  async ask(count: number, seat: number, seats: number, player: string, end: State | null): Promise<void> {
    this.stop();
    const stop = new AbortController();
    this.#stop = stop;
    this.points = [];
    this.isThinking = true;
    const asked = moments(count);
    this.wanted = asked.length;
    this.done = 0;
    try {
      for (const [index, first] of asked.entries()) {
        // A moment that tells nothing is left for the next one that does.
        const end = Math.min(asked[index + 1] ?? count, first + MOST_TRIES);
        for (let at = first, rate: number | null = null; at < end && rate === null; at += 1) {
          for await (const one of thinking(this.table, at, player, settings.language, stop.signal)) rate = rateOf(one, seat, seats);
          if (rate !== null) this.points = [...this.points, { at, rate }];
        }
        this.done = index + 1;
      }
      const decision = end?.decision;
      if (decision?.kind === 'over') this.points = [...this.points, { at: count, rate: decision.winners.length === 0 ? 0.5 : decision.winners.includes(seat) ? 1 / decision.winners.length : 0 }];
    } catch (error) {
      if (!stop.signal.aborted) throw error;
    } finally {
      if (this.#stop === stop) {
        this.#stop = null;
        this.isThinking = false;
      }
    }
  }

  stop(): void {
    this.#stop?.abort();
    this.#stop = null;
    this.isThinking = false;
  }
}
