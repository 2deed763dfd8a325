import { expect, test } from 'vitest';
import { linesOf, sketch } from './sketch';
import type { ZoneSketch } from './wire';

const zone = (en: string, more: Partial<ZoneSketch> = {}): ZoneSketch => ({ name: { en }, per_player: true, row: 0, column: 0, width: null, role: 'hand', ...more });
const say = (prose: ZoneSketch['name']): string => prose['en'] ?? '';

test('a duel has two sides and the table between them, the hand nearest to its player', () => {
  const plan = sketch([zone('Hand'), zone('Battle zone', { row: 1, role: 'play' }), zone('Stack', { per_player: false })], say, true);
  expect(plan.sides.map(({ side }) => side)).toEqual(['theirs', 'table', 'mine']);
  const y = (name: string, side: string): number => plan.boxes.find((box) => box.name === name && box.side === side)?.y ?? 0;
  expect(y('Hand', 'mine')).toBeGreaterThan(y('Battle zone', 'mine'));
  expect(y('Hand', 'theirs')).toBeLessThan(y('Battle zone', 'theirs'));
});

test('no box is wider than the picture, and none lies upon another', () => {
  const row = Array.from({ length: 9 }, (_, column) => zone(`Zone number ${column}`, { column, role: 'play', width: 3 }));
  const { boxes, width } = sketch(row, say, false);
  for (const [at, box] of boxes.entries()) {
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    const next = boxes[at + 1];
    if (next) expect(next.x).toBeGreaterThanOrEqual(box.x + box.width);
  }
});

test('long names are several lines, in scripts without spaces, too', () => {
  expect(linesOf('Spell and trap zone', 70)).toEqual(['Spell and', 'trap zone']);
  expect(linesOf('メインモンスターゾーン', 80).length).toBe(2);
  expect(linesOf('Deck', 70)).toEqual(['Deck']);
});

test('on a phone names stand above the cards of their zones, and in them', () => {
  const names = ['Main monster zone', 'Extra monster zone', 'Spell and trap zone', 'Banished cards', 'Graveyard'];
  const row = names.map((name, column) => zone(name, { column, role: column === 4 ? 'discard' : 'play', width: column === 0 ? 5 : 1 }));
  const { boxes, width } = sketch(row, say, false, 300);
  expect(boxes.map((box) => box.lines.join(' '))).toEqual(names);
  for (const box of boxes) {
    expect(box.top).toBeGreaterThanOrEqual(8 + 12 * box.lines.length);
    expect(Math.max(...box.lines.map((line) => line.length * 6))).toBeLessThanOrEqual(box.width);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
  }
});
