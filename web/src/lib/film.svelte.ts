/** Shows what happened in its time: states wait until the pictures before them were seen. */
import { frames, type Frame } from './frames';
import { settings } from './settings.svelte';
import { sound } from './sound';
import type { Aim } from './arrows';
import type { CardThen, State } from './wire';

const isCalm = matchMedia('(prefers-reduced-motion: reduce)');
const PAUSES = { slow: 900, normal: 380, fast: 160, instant: 0 };
/** Longer films are shown faster, unless there is nothing else to see. */
const MOST_FRAMES = 24;

/** How long one picture stands, in milliseconds; nothing for those who want no motion. */
export const pause = (): number => (isCalm.matches || document.hidden ? 0 : PAUSES[settings.motion]);

/** How many rounds are over. */
const rounds = (state: State): number => state.sheet?.rounds.length ?? 0;

/** The card that the last question was about. */
function moverOf(last: State | null): CardThen | null {
  const at = last?.decision.kind === 'choose' ? last.decision.about?.at : null;
  return at ? { pile: at.pile, position: at.card, face: last?.piles[at.pile]?.cards[at.card]?.face ?? null } : null;
}

export class Film {
  /** What is to be seen now. */
  shown = $state.raw<State | null>(null);
  /** Whether more is to come. */
  isRunning = $state(false);
  /** The pile that is being shuffled. */
  shuffled = $state<number | null>(null);
  /** The card that is aimed at another one. */
  aim = $state.raw<Aim | null>(null);
  /** Whether it stands still until somebody has read the score sheet. */
  isHeld = $state(false);
  #queue: { state: State; frame: Frame | null; wait: number; isGate?: boolean }[] = [];
  #last: State | null = null;
  /** The card that the last move was begun with. */
  #mover: CardThen | null = null;
  #timer = 0;
  /** The next picture, if a state waits for it. */
  #frame = 0;

  /** A new state: shown at once, or after what led to it. Who plays reads the score sheet before the next round. */
  push(state: State, plays = true): void {
    const last = this.#last;
    this.#last = state;
    // A round is over: the sheet is read before the next cards are dealt.
    const isRound = plays && last !== null && rounds(state) > rounds(last) && state.decision.kind !== 'over' && !state.log_restarts;
    const before = state.before ?? last?.piles;
    const wait = pause();
    const isNew = last?.decision_number !== state.decision_number || state.before !== null;
    if (wait === 0 || !before || !isNew || state.log_restarts !== (state.before !== null)) {
      if (this.isHeld) return;
      if (this.isRunning || this.#queue.length > 0) this.skip();
      else this.#showLast();
      if (isRound) this.isHeld = true;
      return;
    }
    const all = frames(before, state.happened, moverOf(last) ?? this.#mover);
    for (const one of state.happened) if (one.kind === 'chosen' && !one.target) this.#mover = one.card;
    const isWatched = state.before !== null && state.decision.kind === 'over';
    const each = isWatched ? wait : Math.min(wait, (wait * MOST_FRAMES) / Math.max(1, all.length));
    const asking = { ...state, decision: { kind: 'nothing' } as const };
    if (state.before !== null) this.#queue.push({ state: { ...asking, piles: before }, frame: null, wait: each });
    const gate = all.findIndex((frame) => frame.kind === 'shuffle');
    for (const [number, frame] of all.entries()) {
      if (isRound && number === gate) this.#queue.push({ state: { ...asking, piles: all[number - 1]?.piles ?? before }, frame: null, wait: 0, isGate: true });
      this.#queue.push({ state: { ...asking, piles: frame.piles }, frame, wait: frame.kind === 'deal' ? each * 0.4 : frame.kind === 'aim' ? each * 1.8 : each });
    }
    this.#queue.push({ state, frame: null, wait: all.length > 0 ? each : 0, isGate: isRound && gate < 0 });
    if (!this.isRunning && !this.isHeld) this.#next();
  }

  /** Shows the newest state with the next picture: of several that come before it only the last is drawn. */
  #showLast(): void {
    if (this.shown === null || document.hidden) {
      cancelAnimationFrame(this.#frame);
      this.#frame = 0;
      this.shown = this.#last;
      return;
    }
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      if (!this.isRunning && !this.isHeld) this.shown = this.#last;
    });
  }

  /** Goes on after the score sheet was read. */
  release(): void {
    this.isHeld = false;
    if (this.#queue.length > 0) this.#next();
    else this.skip();
  }

  /** Goes to the end, but not past a score sheet. */
  skip(): void {
    clearTimeout(this.#timer);
    const gate = this.#queue.findIndex((one) => one.isGate);
    if (gate >= 0) {
      this.#queue = this.#queue.slice(gate);
      this.#next();
      return;
    }
    this.#queue = [];
    this.isRunning = false;
    this.shuffled = null;
    this.aim = null;
    this.shown = this.#last;
  }

  #next(): void {
    const next = this.#queue.shift();
    if (!next) {
      this.isRunning = false;
      this.shuffled = null;
      this.aim = null;
      return;
    }
    this.isRunning = true;
    this.shuffled = next.frame?.shuffled ?? null;
    this.aim = next.frame?.aim ?? null;
    if (next.frame) sound(next.frame.kind === 'shuffle' ? 'shuffle' : 'move');
    this.shown = next.state;
    if (next.isGate) {
      this.isHeld = true;
      this.isRunning = false;
      return;
    }
    this.#timer = window.setTimeout(() => this.#next(), this.#queue.length > 0 ? next.wait : 0);
  }

  stop(): void {
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
  }
}
