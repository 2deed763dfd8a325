/** Asks a computer who was ahead, moment by moment over a finished game. */
import { thinking } from './api';
import { moments, rateOf, type Judged } from './judged';
import { settings } from './settings.svelte';
import type { State } from './wire';

export class Judge {
  points = $state.raw<Judged[]>([]);
  isThinking = $state(false);
  /** How many moments are asked about. */
  wanted = $state(0);
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
    try {
      for (const number of asked) {
        let rate: number | null = null;
        for await (const one of thinking(this.table, number, player, settings.language, stop.signal)) rate = rateOf(one, seat, seats);
        if (rate !== null) this.points = [...this.points, { at: number, rate }];
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
