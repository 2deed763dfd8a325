import { describe, expect, it } from 'vitest';
import { found, meant, path } from './arrows';
import type { Card, Choice, Pile, State } from './wire';

const card = (face: number | null): Card => ({ face, down: false, back: 0, slot: null, tapped: false, marks: [], now: [], gained: [], attached_to: null });
const pile = (cards: (number | null)[]): Pile => ({ zone: 'z', owner: 0, team: null, name: 'z', count: cards.length, cards: cards.map(card) });

const choice = (more: Partial<Choice>): Choice => ({ number: 0, kind: 'target', id: '', outcome: [], name: '', text: '', cards: [], pile: null, player: null, face: null, same_as: null, ends: false, ...more });
const asked = (choices: Choice[], about: { pile: number; card: number } | null): State =>
  ({ decision: { kind: 'choose', seat: 0, prompt: '', rule: null, about: about ? { text: '', face: null, at: about } : null, secret: false, several: false, chosen: [], choices } }) as unknown as State;

describe('arrows', () => {
  it('find a card by its position, and by its face where it has moved', () => {
    const piles = [pile([4, 5, null])];
    expect(found(piles, { pile: 0, position: 1, face: 5 })).toEqual({ pile: 0, card: 1 });
    expect(found(piles, { pile: 0, position: 0, face: 5 })).toEqual({ pile: 0, card: 1 });
    expect(found(piles, { pile: 0, position: null, face: null })).toEqual({ pile: 0, card: 2 });
    expect(found(piles, { pile: 0, position: 0, face: 9 })).toBeNull();
    expect(found(piles, { pile: 3, position: 0, face: 9 })).toBeNull();
  });

  it('go from the card that asks to the target under the pointer', () => {
    const about = { pile: 1, card: 0 };
    const target = { pile: 2, card: 3 };
    const state = asked([choice({ cards: [target] }), choice({ player: 1 })], about);
    expect(meant(state, { card: target, player: null })).toEqual([{ from: about, to: target, player: null }]);
    expect(meant(state, { card: null, player: 1 })).toEqual([{ from: about, to: null, player: 1 }]);
    expect(meant(state, { card: { pile: 2, card: 4 }, player: null })).toEqual([]);
    expect(meant(state, null)).toEqual([]);
    const mover = { pile: 1, card: 2 };
    expect(meant(asked([choice({ cards: [target] })], null), { card: target, player: null }, mover)).toEqual([{ from: mover, to: target, player: null }]);
  });

  it('go from a card to all that one choice means', () => {
    const [one, other] = [{ pile: 1, card: 0 }, { pile: 2, card: 3 }];
    const state = asked([choice({ kind: 'move', cards: [one, other] })], null);
    expect(meant(state, { card: one, player: null })).toEqual([{ from: one, to: other, player: null }]);
    expect(meant(state, { card: other, player: null })).toEqual([]);
  });

  it('are bowed', () => {
    expect(path({ start: { x: 0, y: 0 }, end: { x: 100, y: 0 } })).toBe('M0.0 0.0 Q50.0 20.0 100.0 0.0');
  });
});
