import { expect, test } from 'vitest';
import { readingPlace, type Place } from './reading';

const covers = (place: Place, x: number, y: number): boolean => x >= place.left && x <= place.left + place.width && y >= place.top && y <= place.top + place.height;
const meets = (one: Place, other: Place): boolean => one.left < other.left + other.width && other.left < one.left + one.width && one.top < other.top + other.height && other.top < one.top + one.height;

test('a card is read beside what was tapped, and never over the question', () => {
  const upright = { table: { left: 4, top: 50, width: 382, height: 790 }, question: { left: 8, top: 580, width: 374, height: 100 } };
  const low = { table: { left: 4, top: 50, width: 836, height: 336 }, question: { left: 650, top: 90, width: 190, height: 200 } };
  for (const { table, question } of [upright, low])
    for (let x = table.left; x < table.left + table.width; x += 20)
      for (let y = table.top; y < table.top + table.height; y += 20) {
        if (covers(question, x, y) || x > question.left + question.width) continue;
        const place = readingPlace(table, question, x, y);
        expect(covers(place, x, y), `${x} ${y}`).toBe(false);
        expect(meets(place, question), `${x} ${y}`).toBe(false);
        expect(Math.min(place.width, place.height)).toBeGreaterThan(150);
      }
});
