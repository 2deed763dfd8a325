import { describe, expect, it } from 'vitest';
import { lines } from './choices';
import type { Choice } from './wire';

const choice = (number: number, text: string, same_as: number | null = null): Choice => ({
  number,
  kind: 'move',
  id: 'charge',
  outcome: [],
  name: 'charge',
  text,
  cards: [{ pile: 0, card: number }],
  pile: null,
  player: null,
  face: null,
  same_as,
  ends: false,
});

describe('the list of choices', () => {
  it('has one line for copies between which nothing makes a difference, and says how many they are', () => {
    const all = [choice(0, 'Charge: Iere'), choice(1, 'Charge: Aqua Hulcus'), choice(2, 'Charge: Iere', 0), choice(3, 'Charge: Iere', 0)];
    expect(lines(all).map(({ choice: { number }, copies }) => [number, copies])).toEqual([
      [0, 3],
      [1, 1],
    ]);
  });

  it('keeps choices apart that only read alike', () => {
    const all = [choice(0, 'Charge: Iere'), choice(1, 'Charge: Iere')];
    expect(lines(all)).toHaveLength(2);
  });
});
