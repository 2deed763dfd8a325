import { describe, expect, it } from 'vitest';
import { board } from './layout';
import type { Pile, State, Welcome, ZonePlace } from './wire';

function zone(name: string, more: Partial<ZonePlace>): ZonePlace {
  return {
    zone: name, name, per_player: false, row: null, column: null, width: null,
    layout: 'pile', slots: null, role: 'other', ...more,
  };
}

function pile(zone: string, owner: number | null, count = 0): Pile {
  const card = { face: null, down: true, back: 0, slot: null, tapped: false, marks: [], attached_to: null };
  return { zone, owner, team: null, name: zone, count, cards: Array.from({ length: count }, () => card) };
}

function laid(seat: number | null, zones: ZonePlace[], piles: Pile[]) {
  const seats = [0, 1].map((number) => ({ seat: number, name: '', player: 'person', team: null }));
  return board({ seat, seats, zones } as unknown as Welcome, { piles } as unknown as State);
}

describe('the board', () => {
  const zones = [
    zone('hand', { row: 0, column: 1, width: 5, layout: 'fan', role: 'hand', per_player: true }),
    zone('deck', { row: 2, column: 2 }),
  ];
  const piles = [pile('hand', 0), pile('hand', 1), pile('deck', null)];

  it('has the own hand at the lower edge and others above', () => {
    const { own, others } = laid(0, zones, piles);
    expect(own.piles.map((one) => [one.pile.zone, one.row])).toEqual([['deck', 0], ['hand', 1]]);
    expect(others.map((one) => [one.seat, one.grid.piles.length])).toEqual([[1, 1]]);
  });

  it('shows a spectator every player as another one', () => {
    const { own, others } = laid(null, zones, piles);
    expect(own.piles.map((one) => one.pile.zone)).toEqual(['deck']);
    expect(others.map((one) => one.seat)).toEqual([0, 1]);
  });

  it('finds room for zones without a place, and none for two', () => {
    const { own } = laid(0, [zone('a', { role: 'play' }), zone('b', { role: 'hand' }), zone('c', { row: 0, column: 0 })],
      [pile('a', null), pile('b', null), pile('c', null)]);
    const places = own.piles.map((one) => `${one.row}/${one.column}`);
    expect(new Set(places).size).toBe(3);
  });

  it('only names piles that the game gives no place, and only if there are cards in them', () => {
    const { own } = laid(0, [zone('a', {}), zone('b', {}), zone('c', { row: 0, column: 0 })],
      [pile('a', null, 2), pile('b', null), pile('c', null)]);
    expect(own.piles.map((one) => one.pile.zone)).toEqual(['c']);
    expect(own.aside.map((one) => one.pile.zone)).toEqual(['a']);
  });

  it('draws nothing where no card lies under another', () => {
    const under = [zone('under field', { role: 'under', per_player: true })];
    expect(laid(0, under, [pile('under field', 0)]).own.piles).toEqual([]);
    expect(laid(0, under, [pile('under field', 0, 1)]).own.piles.length).toBe(1);
  });

  it('spreads the cards that can be chosen of a pile without a place', () => {
    const box = zone('box', {});
    const seats = [{ seat: 0, name: '', player: 'person', team: null }];
    const welcome = { seat: 0, seats, zones: [...zones, box] } as unknown as Welcome;
    const state = { piles: [pile('hand', 0), pile('deck', null, 9), pile('box', null, 30)] } as unknown as State;
    const of = (cards: number) => board(welcome, state, (index) => ({ pile: false, cards: index === 0 ? 0 : cards })).own;
    expect(of(0).aside.map((one) => one.pile.zone)).toEqual(['box']);
    const spread = of(7).piles.map((one) => [one.pile.zone, one.spread, one.width]);
    expect(spread).toContainEqual(['box', true, 6]);
    expect(spread).toContainEqual(['deck', false, 1]);
  });
});
