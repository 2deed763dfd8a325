import { describe, expect, it } from 'vitest';
import { board, type Box, type Plan, type Room } from './layout';
import type { Card, Pile, State, Welcome, ZonePlace } from './wire';

function zone(name: string, more: Partial<ZonePlace>): ZonePlace {
  return {
    zone: name, name, per_player: false, row: null, column: null, width: null,
    layout: 'pile', slots: null, role: 'other', ...more,
  };
}

const card = (face: number | null): Card => ({ face, down: face === null, back: 0, slot: null, tapped: false, marks: [], now: [], gained: [], attached_to: null });

function pile(zone: string, owner: number | null, cards: (number | null)[] | number = []): Pile {
  const all = typeof cards === 'number' ? Array.from({ length: cards }, () => null) : cards;
  return { zone, owner, team: null, name: zone, count: all.length, cards: all.map(card) };
}

const room = (width: number, height: number): Room => ({ width, height, prompt: 50, heads: new Map([['0', 24], ['1', 24], ['2', 24], ['3', 24], ['table', 0]]) });

function laid(seat: number | null, zones: ZonePlace[], piles: Pile[], given = room(1040, 700), seats = 2): Plan {
  const people = Array.from({ length: seats }, (_, number) => ({ seat: number, name: '', player: 'person', team: null }));
  return board({ seat, seats: people, zones } as unknown as Welcome, { piles } as unknown as State, given);
}

const many = (count: number, first = 0): number[] => Array.from({ length: count }, (_, at) => first + at);

/** A duel with creatures, lands and shields on both sides, as full as it gets. */
const duel: ZonePlace[] = [
  zone('hand', { row: 0, column: 1, width: 8, layout: 'fan', role: 'hand', per_player: true }),
  zone('lands', { row: 1, column: 1, width: 8, layout: 'row', per_player: true }),
  zone('shields', { row: 2, column: 1, width: 6, layout: 'row', per_player: true }),
  zone('deck', { row: 2, column: 8, role: 'deck', per_player: true }),
  zone('battle', { row: 3, column: 1, width: 9, layout: 'row', role: 'play', per_player: true }),
];
const full = [0, 1].flatMap((seat) => [
  pile('hand', seat, seat === 0 ? many(7, 100) : 7),
  pile('lands', seat, many(8, 10)),
  pile('shields', seat, 5),
  pile('deck', seat, 20),
  pile('battle', seat, many(6, 30)),
]);

const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width - 0.5 && other.x < one.x + one.width - 0.5 && one.y < other.y + other.height - 0.5 && other.y < one.y + one.height - 0.5;

function expectWhole(plan: Plan, given: Room): void {
  expect(plan.height).toBeLessThanOrEqual(given.height);
  const boxes = [...plan.zones.map((one) => ({ name: one.place.zone, box: one.box })), { name: 'prompt', box: plan.prompt }];
  boxes.forEach((one, at) => {
    expect(one.box.x, one.name).toBeGreaterThanOrEqual(-0.5);
    expect(one.box.x + one.box.width, one.name).toBeLessThanOrEqual(given.width + 0.5);
    for (const other of boxes.slice(at + 1)) expect(overlap(one.box, other.box), `${one.name} and ${other.name}`).toBe(false);
  });
  for (const one of plan.zones)
    for (const spot of one.spots) {
      expect(spot.x, one.place.zone).toBeGreaterThanOrEqual(-0.5);
      expect(spot.x + one.cw, one.place.zone).toBeLessThanOrEqual(one.box.width + 0.5);
      expect(spot.y + one.cw * 1.4, one.place.zone).toBeLessThanOrEqual(one.box.height + 1);
    }
}

const widthIn = (plan: Plan, name: string, owner: number): number => plan.zones.find((one) => one.place.zone === name && one.pile.owner === owner)?.cw ?? 0;

describe('the board', () => {
  const sizes: [number, number][] = [[378, 780], [832, 340], [760, 700], [1040, 700], [1110, 830], [1480, 1010]];

  it('fits a full duel on every screen, with nothing upon another', () => {
    for (const [width, height] of sizes) {
      const given = room(width, height);
      expectWhole(laid(0, duel, full, given), given);
    }
  });

  it('has cards that can be read', () => {
    const desk = laid(0, duel, full);
    expect(widthIn(desk, 'hand', 0)).toBeGreaterThanOrEqual(80);
    expect(widthIn(desk, 'battle', 0)).toBeGreaterThanOrEqual(64);
    expect(widthIn(desk, 'battle', 1)).toBeGreaterThanOrEqual(64);
    const phone = laid(0, duel, full, room(378, 780));
    expect(widthIn(phone, 'hand', 0)).toBeGreaterThanOrEqual(56);
  });

  it('has the question above the own hand, which is whole at the lower edge', () => {
    const plan = laid(0, duel, full);
    const hand = plan.zones.find((one) => one.isHand);
    expect(hand?.spots.length).toBe(7);
    expect(hand?.box.y ?? 0).toBeGreaterThanOrEqual(plan.prompt.y + plan.prompt.height);
    expect(Math.max(...plan.zones.map((one) => one.box.y + one.box.height))).toBe((hand?.box.y ?? 0) + (hand?.box.height ?? 0));
  });

  it('shrinks what is empty to a strip, and gives the room to the rest', () => {
    const bare = full.map((one) => (one.zone === 'lands' || one.zone === 'battle' ? { ...one, cards: [], count: 0 } : one));
    const plan = laid(0, duel, bare);
    const lands = plan.zones.find((one) => one.place.zone === 'lands');
    expect(lands?.isStrip || (lands?.box.width ?? 999) < 80).toBe(true);
    expect(widthIn(plan, 'hand', 0)).toBeGreaterThan(widthIn(laid(0, duel, full), 'hand', 0));
  });

  it('makes one stack of many equal cards', () => {
    const supply = zone('supply', { row: 3, column: 0, width: 8, layout: 'grid' });
    const cards = [1, 2, 3].flatMap((face) => Array.from({ length: 50 }, () => face)).concat([4, 4]);
    const plan = laid(0, [supply], [pile('supply', null, cards)]);
    expect(plan.zones[0]?.spots.map((spot) => spot.cards.length)).toEqual([50, 50, 50, 1, 1]);
  });

  it('keeps twenty cards in hand on a phone', () => {
    const given = room(378, 780);
    const plan = laid(0, [duel[0] as ZonePlace], [pile('hand', 0, many(20)), pile('hand', 1, 17)], given);
    expectWhole(plan, given);
    const hand = plan.zones.find((one) => one.isHand);
    expect(hand?.spots.length).toBe(20);
    expect(hand?.cw).toBeGreaterThanOrEqual(56);
  });

  it('lets cards of a cascade hang down, the top one last', () => {
    const column = zone('column', { row: 0, column: 0, layout: 'fan' });
    const spots = laid(0, [column], [pile('column', null, [3, 2, 1, null])], room(1040, 700), 1).zones[0]?.spots ?? [];
    expect(spots.map((spot) => spot.cards[0])).toEqual([3, 2, 1, 0]);
    expect(spots.every((spot, at) => at === 0 || spot.y > (spots[at - 1]?.y ?? 0))).toBe(true);
  });

  it('has a block for each of several other players', () => {
    const given = room(1040, 700);
    const zones = [zone('hand', { row: 0, layout: 'fan', column: 0, role: 'hand', per_player: true }), zone('trick', { row: 1, column: 4, role: 'play', per_player: true })];
    const plan = laid(0, zones, [0, 1, 2, 3].flatMap((seat) => [pile('hand', seat, seat === 0 ? many(13) : 13), pile('trick', seat, [40 + seat])]), given, 4);
    expectWhole(plan, given);
    expect(plan.blocks.map((block) => block.seat)).toEqual([1, 2, 3]);
  });

  it('shows who looks on at a duel both sides at the same size, and several players as others', () => {
    const given = room(1040, 700);
    const plan = laid(null, duel, full, given);
    expectWhole(plan, given);
    expect(plan.zones.filter((one) => one.isHand)).toEqual([]);
    expect([plan.near, plan.blocks.map((block) => block.seat)]).toEqual([0, [1]]);
    expect(widthIn(plan, 'battle', 0)).toBe(widthIn(plan, 'battle', 1));
    expect(widthIn(plan, 'battle', 0)).toBeGreaterThanOrEqual(64);
    const four = laid(null, duel, full, given, 4);
    expect([four.near, four.blocks.map((block) => block.seat)]).toEqual([null, [0, 1, 2, 3]]);
  });

  it('has the question beside the table where the screen is low', () => {
    const given = room(832, 340);
    const plan = laid(0, duel, full, given);
    expect(plan.isBeside).toBe(true);
    expect(plan.prompt.x).toBeGreaterThan(Math.max(...plan.zones.map((one) => one.box.x + one.box.width)));
    expect(widthIn(plan, 'hand', 0)).toBeGreaterThanOrEqual(56);
  });

  it('says the same numbers beside the own name whether or not that line is there yet', () => {
    const asideOf = (height: number, head: number): string[] => {
      const given = { ...room(378, height), heads: new Map([['0', head], ['1', 24]]) };
      return (laid(0, duel, full, given).heads.find((one) => one.seat === 0)?.aside ?? []).map((one) => one.pile.zone);
    };
    const found = many(500, 400).filter((height) => asideOf(height, 0).join() !== asideOf(height, 24).join());
    expect(found).toEqual([]);
    expect([asideOf(400, 0), asideOf(899, 0)]).toEqual([['deck'], []]);
  }, 30_000);

  it('asks in the middle of a table on which nothing lies, and above the hand otherwise', () => {
    const empty = full.map(({ zone, owner }) => pile(zone, owner));
    const promptOf = (piles: Pile[], height: number): number => laid(0, duel, piles, room(1040, height)).prompt.y / height;
    for (const height of [700, 900]) {
      expect(Math.abs(promptOf(empty, height) - 0.45)).toBeLessThan(0.15);
      expect(promptOf(full, height)).toBeGreaterThan(0.65);
      // Cards of one side, or of the table, are enough.
      const ofSeat = (seat: number): Pile[] => empty.map((one, at) => (one.owner === seat ? (full[at] ?? one) : one));
      expect([empty, ofSeat(0), ofSeat(1)].map((piles) => laid(0, duel, piles, room(1040, height)).isBare)).toEqual([true, false, false]);
    }
  });

  it('keeps the size of cards while it is nearly the best, and no longer', () => {
    const best = laid(0, duel, full).size;
    const kept = (steady: number): number => laid(0, duel, full, { ...room(1040, 700), steady }).size;
    expect(kept(best * 0.96)).toBe(best * 0.96);
    for (const far of [0.8, 1.1]) expect(Math.abs(kept(best * far) - best)).toBeLessThan(1);
  });

  it('finds the same whether or not piles were numbers before', () => {
    const found = new Set<boolean | undefined>();
    for (const height of many(80).map((at) => 400 + at * 6)) {
      const given = { ...room(378, height), heads: new Map([['0', 28], ['1', 24]]) };
      const [one, other] = [false, true].map((wasTight) => laid(0, duel, full, { ...given, wasTight }));
      expect([height, other?.isTight, Math.round(other?.size ?? 0)]).toEqual([height, one?.isTight, Math.round(one?.size ?? 0)]);
      found.add(one?.isTight);
    }
    expect(found.size).toBe(2);
  });

  it('only names piles that the game gives no place, and only if there are cards in them', () => {
    const plan = laid(0, [zone('a', {}), zone('b', {}), zone('c', { row: 0, column: 0 })], [pile('a', null, 2), pile('b', null), pile('c', null)]);
    expect(plan.zones.map((one) => one.pile.zone)).toEqual(['c']);
    expect(plan.heads.flatMap((head) => head.aside.map((one) => one.pile.zone))).toEqual(['a']);
  });

  it('spreads the cards that can be chosen of a pile without a place', () => {
    const seats = [{ seat: 0, name: '', player: 'person', team: null }];
    const welcome = { seat: 0, seats, zones: [...duel, zone('box', {})] } as unknown as Welcome;
    const state = { piles: [pile('hand', 0), pile('deck', null, 9), pile('box', null, 30)] } as unknown as State;
    const of = (cards: number[]) => board(welcome, state, room(1040, 700), (index) => ({ pile: false, cards: index === 2 ? cards : [] })).zones;
    expect(of([]).some((one) => one.pile.zone === 'box')).toBe(false);
    const box = of([3, 7, 9]).find((one) => one.pile.zone === 'box');
    expect(box?.spread).toBe(true);
    expect(box?.spots.map((spot) => spot.cards)).toEqual([[3], [7], [9]]);
  });
});
