/** What a computer would do at a table, for a seat that plays against computers alone. */
import { untrack } from 'svelte';
import { thinking } from './api';
import { settings, t } from './settings.svelte';
import type { Thinking } from './wire';

/** The best choice, and how much better it is than the next one. */
function advice(thought: Thinking): string | null {
  const best = thought.choices.find((choice) => choice.chosen) ?? thought.choices[0];
  const next = thought.choices.find((choice) => choice !== best && choice.visits > 0);
  if (!best) return null;
  if (best.visits === 0) return t('hint.only', { text: best.text });
  return t(next ? 'hint.best.than' : 'hint.best', { text: best.text, rate: Math.round(best.win_rate * 100), other: next?.text ?? '', otherRate: Math.round((next?.win_rate ?? 0) * 100) });
}

export class Hint {
  /** What was found out so far; nothing before somebody asks. */
  text = $state('');
  #asks = $state.raw<AbortController | null>(null);

  constructor(readonly table: string) {}

  get isThinking(): boolean {
    return this.#asks !== null;
  }

  async ask(decision: number, player: string, token: string | null): Promise<void> {
    this.#asks?.abort();
    const stop = new AbortController();
    this.#asks = stop;
    this.text = t('hint.thinks');
    try {
      for await (const one of thinking(this.table, decision, player, settings.language, stop.signal, token)) this.text = advice(one) ?? this.text;
    } catch (error) {
      if (!stop.signal.aborted) this.text = error instanceof Error ? error.message : String(error);
    }
    if (this.#asks === stop) this.#asks = null;
  }

  /** Something else is asked now. */
  forget(): void {
    untrack(() => this.#asks?.abort());
    this.text = '';
  }
}
