import { describe, expect, it, vi } from 'vitest';
import type { State, Thinking } from './wire';

/** The moments that were asked about, and those in which there is only one choice. */
const asked: number[] = [];
let forced: number[] = [];

vi.mock('./settings.svelte', () => ({ settings: { language: 'en' } }));
vi.mock('./api', () => ({
  async *thinking(_: string, at: number): AsyncGenerator<Thinking> {
    await Promise.resolve();
    asked.push(at);
    const visits = forced.includes(at) ? 0 : 9;
    yield { seat: 0, decision: at, strategic_pass: false, choices: [{ text: '', visits, win_rate: at / 100, prior: 1, chosen: true }] };
  },
}));

const { Judge } = await import('./judge.svelte');
const end = (winners: number[]): State => ({ decision: { kind: 'over', winners, scores: [], reason: null } }) as unknown as State;

describe('the judge of a finished game', () => {
  it('leaves a moment with one choice for the next one, and gives up after a few', async () => {
    asked.length = 0;
    forced = [3, 12, 13, 14, 15];
    const judge = new Judge('table');
    await judge.ask(60, 0, 2, 'random', end([0]));
    expect(asked.slice(0, 2)).toEqual([0, 3]);
    expect(asked).toContain(4);
    // The next moment that is asked about anyway is not asked about twice.
    expect(asked.filter((at) => at === 15).length).toBe(1);
    const told = judge.points.map((point) => point.at);
    for (const at of forced) expect(told).not.toContain(at);
    expect(told).toContain(4);
    expect(told).toContain(16);
  });

  it('knows who won', async () => {
    const rateAtEnd = async (winners: number[]): Promise<number | undefined> => {
      const judge = new Judge('table');
      await judge.ask(4, 0, 2, 'random', end(winners));
      return judge.points.at(-1)?.rate;
    };
    forced = [];
    expect([await rateAtEnd([0]), await rateAtEnd([1]), await rateAtEnd([]), await rateAtEnd([0, 1])]).toEqual([1, 0, 0.5, 0.5]);
  });
});
