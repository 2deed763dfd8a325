import { describe, expect, it } from 'vitest';
import { arranged, moved } from './hand';
import type { Laid } from './layout';

const zone = { cw: 60, spots: [0, 1, 2].map((at) => ({ cards: [at], x: at * 65, y: 0, z: at, behind: false })) } as unknown as Laid;
const keys = [11, 12, 13];
const cards = (laid: Laid): number[] => laid.spots.map((spot) => spot.cards[0] ?? -1);

describe('a hand that is sorted by hand', () => {
  it('takes a card out and puts it down between others', () => {
    expect(moved(zone, keys, 11, 120)).toEqual([12, 11, 13]);
    expect(moved(zone, keys, 13, -5)).toEqual([13, 11, 12]);
    expect(moved(zone, keys, 12, 90)).toEqual([11, 12, 13]);
  });

  it('stays so, with new cards at the end', () => {
    expect(cards(arranged(zone, keys, [13, 11, 12]))).toEqual([2, 0, 1]);
    expect(cards(arranged(zone, keys, [13]))).toEqual([2, 0, 1]);
    expect(cards(arranged(zone, keys, []))).toEqual([0, 1, 2]);
  });
});
