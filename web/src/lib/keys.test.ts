import { describe, expect, it } from 'vitest';
import { Keys } from './keys';
import type { Card, Pile } from './wire';

function card(face: number | null): Card {
  return { face, down: false, back: 0, slot: null, tapped: false, marks: [], now: [], gained: [], attached_to: null };
}

function pile(zone: string, faces: (number | null)[]): Pile {
  return { zone, owner: null, team: null, name: zone, count: faces.length, cards: faces.map(card) };
}

const numbers = (rows: { key: number }[][]): number[][] =>
  rows.map((row) => row.map((one) => one.key));

describe('keys of cards', () => {
  it('stay with cards that stay, whatever their order', () => {
    const keys = new Keys();
    const [first] = numbers(keys.update([pile('hand', [1, 2, 3])]));
    const [second] = numbers(keys.update([pile('hand', [3, 1, 2])]));
    expect(second).toEqual([first?.[2], first?.[0], first?.[1]]);
  });

  it('go with a card to another pile', () => {
    const keys = new Keys();
    const before = numbers(keys.update([pile('hand', [1, 2]), pile('table', [])]));
    const after = numbers(keys.update([pile('hand', [1]), pile('table', [2])]));
    expect(after[1]).toEqual([before[0]?.[1]]);
  });

  it('go with a back that becomes a face', () => {
    const keys = new Keys();
    const before = numbers(keys.update([pile('deck', [null, null]), pile('hand', [])]));
    const after = numbers(keys.update([pile('deck', [null]), pile('hand', [7])]));
    expect(before[0]).toContain(after[1]?.[0]);
    expect(after[0]?.[0]).not.toBe(after[1]?.[0]);
  });

  it('are never given twice', () => {
    const keys = new Keys();
    keys.update([pile('deck', [null, null, null])]);
    const after = numbers(keys.update([pile('deck', [null]), pile('hand', [5, 5, 6])])).flat();
    expect(new Set(after).size).toBe(4);
  });
});
