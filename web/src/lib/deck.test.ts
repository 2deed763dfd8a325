import { describe, expect, it } from 'vitest';
import { brought, chance, changed, curve, idList, listed, matches, passes, sample, size, written } from './deck';
import type { CatalogueCard } from './wire';

function card(id: string, level: number): CatalogueCard {
  return {
    face: { id: 0, card: id, name: id, kind: 'monster', title: id, corner: '', footer: '', colors: [], suit: null, rank: null, figure: null, values: [], pictures: [], order: 0, keywords: [], printed: [['Level', String(level)]], text: 'draws a card' },
    tags: ['hero'],
    numbers: [['Level', level]],
    printed: { level: [String(level)], kind: ['monster'] },
    sections: ['main'],
  };
}

describe('a deck', () => {
  it('counts cards and forgets those that are gone', () => {
    const one = changed({}, 'main', 'a', 2);
    expect(one).toEqual({ main: { a: 2 } });
    expect(changed(one, 'main', 'a', -2)).toEqual({ main: {} });
    expect(size(one['main'])).toBe(2);
  });

  it('is written as the language wants it', () => {
    const deck = { main: { a: 2, b: 1 }, extra: {} };
    expect(written('My deck!', deck)).toBe('id: my_deck\nsections:\n  main:\n    a: 2\n    b: 1\n');
    expect(brought(deck)).toBe('{"main":{"a":2,"b":1}}');
  });

  it('finds cards by words and by numbers on them', () => {
    expect(matches(card('knight', 4), 'hero draws')).toBe(true);
    expect(matches(card('knight', 4), 'level>=4')).toBe(true);
    expect(matches(card('knight', 4), 'level<4')).toBe(false);
    expect(matches(card('knight', 4), 'dragon')).toBe(false);
  });

  it('is filtered by words, numbers and tags', () => {
    const knight = card('knight', 4);
    expect(passes(knight, { kind: { value: 'monster' }, level: { from: 4, to: 5 }, tag: { value: 'hero' } })).toBe(true);
    expect(passes(knight, { level: { from: 5 } })).toBe(false);
    expect(passes(knight, { kind: { value: 'spell' } })).toBe(false);
    expect(passes(knight, { power: { from: 0 } })).toBe(false);
    expect(passes(knight, { kind: { value: '' } })).toBe(true);
  });

  it('is written for other programs', () => {
    const deck = { main: { a: 2, b: 1 }, extra: {} };
    expect(listed(deck, (card) => card.toUpperCase())).toBe('2 a  # A\n1 b  # B\n');
    expect(idList(deck)).toBe('["a","a","b"]\n');
  });

  it('has a curve and odds', () => {
    const bars = curve([card('a', 1), card('b', 3)], { a: 3, b: 1 })?.bars;
    expect(bars).toEqual([{ label: '1', count: 3 }, { label: '3', count: 1 }]);
    expect(chance(4, 40, 40)).toBe(1);
    expect(chance(0, 40, 5)).toBe(0);
    expect(chance(1, 40, 5)).toBeCloseTo(5 / 40);
    expect(sample({ a: 2, b: 1 }, 3).sort()).toEqual(['a', 'a', 'b']);
  });
});
