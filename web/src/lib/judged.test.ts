import { describe, expect, it } from 'vitest';
import { moments, rateOf, turns } from './judged';
import type { Thinking } from './wire';

const thought = (seat: number, rate: number): Thinking => ({ seat, decision: 0, strategic_pass: false, choices: [{ text: '', visits: 1, win_rate: 0.1, prior: 0, chosen: false }, { text: '', visits: 9, win_rate: rate, prior: 0, chosen: true }] });

describe('the judgement of a game', () => {
  it('asks about few moments, evenly', () => {
    expect(moments(5)).toEqual([0, 1, 2, 3, 4]);
    expect(moments(100).length).toBeLessThanOrEqual(24);
    expect(moments(100).slice(0, 3)).toEqual([0, 5, 10]);
    expect(moments(0)).toEqual([]);
  });

  it('is that of one seat, whoever was to choose', () => {
    expect(rateOf(thought(0, 0.7), 0, 2)).toBe(0.7);
    expect(rateOf(thought(1, 0.7), 0, 2)).toBeCloseTo(0.3);
    expect(rateOf(thought(1, 0.7), 0, 4)).toBeNull();
    expect(rateOf({ ...thought(0, 0.7), choices: [] }, 0, 2)).toBeNull();
  });

  it('says nothing where nobody thought, because there was only one choice', () => {
    const forced = { ...thought(0, 0), choices: [{ text: '', visits: 0, win_rate: 0, prior: 1, chosen: true }] };
    expect([rateOf(forced, 0, 2), rateOf(forced, 1, 2)]).toEqual([null, null]);
  });

  it('names the moments where it turned', () => {
    const points = [0.5, 0.55, 0.9, 0.85, 0.2].map((rate, at) => ({ at, rate }));
    expect(turns(points)).toEqual([{ at: 2, before: 0.55, after: 0.9 }, { at: 4, before: 0.85, after: 0.2 }]);
  });
});
