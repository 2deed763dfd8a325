import { describe, expect, it } from 'vitest';
import { fitting, isPlace, type Spot } from './drops';
import type { Choice, DropPlaces } from './wire';

const choice = (number: number, more: Partial<Choice> = {}): Choice =>
  ({ number, kind: 'move', cards: [{ pile: 2, card: 0 }], pile: null, player: null, ...more }) as Choice;
const place = (number: number, more: Partial<DropPlaces> = {}): DropPlaces => ({ choice: number, cards: [], players: [], piles: [], ...more });
const spot = (more: Partial<Spot>): Spot => ({ card: null, pile: null, player: null, ...more });
const numbers = (found: Choice[]): number[] => found.map((one) => one.number);

describe('a card that is dropped', () => {
  const own = [choice(0), choice(1), choice(2)];
  // An attack on the player, one on a creature, and a card that goes to a pile.
  const places = [place(0), place(1, { cards: [{ pile: 7, card: 1 }] }), place(2, { piles: [4] })];

  it('on a target takes the choice that asks for it, whoever owns it', () => {
    expect(numbers(fitting(own, places, spot({ card: '7:1', pile: 7, player: 1 })))).toEqual([1]);
  });

  it('on a pile takes the choice that goes there', () => {
    expect(numbers(fitting(own, places, spot({ card: '4:0', pile: 4 })))).toEqual([2]);
  });

  it('elsewhere on the side of another player takes what concerns that player alone', () => {
    expect(numbers(fitting(own, places, spot({ card: '7:0', pile: 7, player: 1 })))).toEqual([0]);
    expect(numbers(fitting(own, [place(0, { players: [1] }), ...places.slice(1)], spot({ player: 1 })))).toEqual([0]);
  });

  it('on what no choice is about takes none', () => {
    expect(fitting(own, places, spot({ pile: 3 }))).toEqual([]);
    expect(fitting(own, [], spot({ card: '7:1', pile: 7, player: 1 }))).toEqual([]);
  });

  it('takes a choice that names the place before any other', () => {
    const named = [choice(0, { pile: 4 }), choice(2)];
    expect(numbers(fitting(named, places, spot({ pile: 4 })))).toEqual([0]);
  });

  it('can be dropped where something is told to be', () => {
    expect([spot({ card: '7:1' }), spot({ pile: 4 }), spot({ card: '7:0', pile: 7, player: 1 })].map((one) => isPlace(places, one))).toEqual([true, true, false]);
  });
});
