/** Looks at a game step by step, forwards and backwards: one decision or one event at a time. */
import { moment } from './api';
import { settings } from './settings.svelte';
import type { Moment } from './wire';

/** The last event before the next decision: the studio knows how many there are. */
const LAST = 4_294_967_295;

export class Stepper {
  /** What is looked at; nothing if the game itself is. */
  shown = $state.raw<Moment | null>(null);
  problem = $state.raw<unknown>(null);
  byEvent = $state(false);
  #asked = 0;
  #steps: Promise<void> = Promise.resolve();

  constructor(
    readonly table: string,
    /** Whose eyes: the number of a seat, `all` or `onlooker`. */
    readonly eyes: () => string,
    readonly token: () => string | null,
    /** Whether the log tells of every change, and of steps that failed. */
    readonly steps: () => boolean = () => false,
  ) {}

  /** Shows a moment: after so many choices, and so much of what happens then. */
  async show(at: number, event = 0): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    try {
      const found = await moment(this.table, at, event, this.eyes(), settings.language, this.token(), this.steps());
      // Somebody may have gone on in the meantime.
      if (asked !== this.#asked) return;
      this.shown = found;
      this.problem = null;
    } catch (error) {
      if (asked === this.#asked) this.problem = error;
    }
  }

  get at(): number {
    return this.shown?.state.decision_number ?? 0;
  }

  /** Steps are taken one after the other, however fast they are asked for. */
  after(step: () => Promise<void>): void {
    this.#steps = this.#steps.then(step);
  }

  async forward(): Promise<void> {
    if (!this.shown) return;
    const { event, events } = this.shown;
    if (this.byEvent && event + 1 < events) await this.show(this.at, event + 1);
    else await this.show(Math.min(this.at + 1, this.shown.choices));
  }

  async back(): Promise<void> {
    if (!this.shown) return;
    if (this.shown.event > 0) await this.show(this.at, this.byEvent ? this.shown.event - 1 : 0);
    else if (this.at > 0) await this.show(this.at - 1, this.byEvent ? LAST : 0);
  }

  /** Back to the game itself. */
  leave(): void {
    this.#asked += 1;
    this.shown = null;
  }
}
