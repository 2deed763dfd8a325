import { describe, expect, it } from 'vitest';
import { ems, fit, whole } from './fit';

describe('a name on a card', () => {
  it('is broken between words before it becomes smaller', () => {
    expect(fit('Rikabu, the Dismantler', 80, 3, 12, 9).rows).toEqual(['Rikabu, the', 'Dismantler']);
  });

  it('is never wider than its box, whatever it is', () => {
    for (const name of ['Snip Striker Bullraizer', '王立魔法図書館', 'ライトニング・ボルテックス', 'Uncharacteristically', 'A'])
      for (const width of [20, 34, 52, 80, 120]) {
        const { size, rows } = fit(name, width, 2, 12, 9);
        expect(rows.length, name).toBeLessThanOrEqual(2);
        for (const row of rows) expect(ems(row) * size, `${row} in ${width}`).toBeLessThanOrEqual(width + 0.01);
      }
  });

  it('breaks a single long word in two before letters are left out', () => {
    expect(fit('Warehouse', 40, 2, 11, 9).rows).toEqual(['Ware-', 'house']);
  });

  it('keeps its first words where not all fit', () => {
    expect(fit('Saito, the Very Long Name of Somebody', 60, 1, 10, 10).rows).toEqual(['Saito, the']);
  });
});

it('a whole text is as large as its box lets it be, and is not drawn if it does not fit', () => {
  const text = 'Draw two cards, then discard one.';
  expect(whole(text, 120, 80, 12, 8.5)?.size).toBe(12);
  expect(whole(text, 120, 30, 12, 8.5)?.rows.join(' ')).toBe(text);
  expect(whole(text.repeat(9), 120, 80, 12, 8.5)).toBeNull();
});
