import { describe, expect, it } from 'vitest';
import { shared } from './share';

describe('what is shared', () => {
  const old = { piles: [{ name: 'a', cards: [1, 2] }, { name: 'b', cards: [3] }], turn: 1 };
  const copy = (): typeof old => JSON.parse(JSON.stringify(old)) as typeof old;

  it('is the old value itself where nothing differs', () => {
    expect(shared(old, copy())).toBe(old);
  });

  it('is every part that is equal', () => {
    const now = { ...copy(), turn: 2 };
    (now.piles[1] as { cards: number[] }).cards.push(4);
    const made = shared(old, now);
    expect(made).toEqual(now);
    expect(made.piles[0]).toBe(old.piles[0]);
    expect(made.piles[1]).not.toBe(old.piles[1]);
  });

  it('is the new value where the shape differs', () => {
    expect(shared([1], { 0: 1 })).toEqual({ 0: 1 });
    expect(shared({ a: undefined }, {})).toEqual({});
    expect(Object.keys(shared({ a: undefined }, {}))).toEqual([]);
    expect(shared({ a: 1 }, { a: 1, b: undefined })).toHaveProperty('b');
    expect(shared([1, 2], [1])).toEqual([1]);
    expect(shared(null, [1])).toEqual([1]);
  });
});
