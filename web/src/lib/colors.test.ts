import { expect, test } from 'vitest';
import { band, isBright, tint } from './colors';

test('a card shows all its colours, and one without any is plain', () => {
  expect(tint(['red', 'blue'])).toBe('red');
  expect(band(['red', 'blue'])).toBe('linear-gradient(105deg, red 0% 44%, blue 56% 100%)');
  expect(band(['red'])).toBe('linear-gradient(red, red)');
  expect(band([])).toBe(`linear-gradient(${tint([])}, ${tint([])})`);
});

test('letters are dark on bright colours, and only if all are bright', () => {
  expect([['#e8c838'], ['#b03020'], ['#e8c838', '#b03020'], ['#ffffff'], []].map(isBright)).toEqual([true, false, false, true, false]);
});
