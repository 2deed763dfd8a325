import { expect, test } from 'vitest';
import { clockText, colourOf, COLOURS, named } from './people';
import type { State, Welcome } from './wire';

const state = { people: [{ seat: 1, name: '花子', colour: 2 }, { seat: 0, name: '', colour: null }] } as unknown as State;
const welcome = { seats: [{ seat: 0, name: 'Player 1' }, { seat: 1, name: 'Player 2' }] } as unknown as Welcome;

test('whoever gave a name goes by it, the others by their seats', () => {
  expect(named(welcome, state.people).seats.map((seat) => seat.name)).toEqual(['Player 1', '花子']);
  expect(named(welcome, [])).toBe(welcome);
});

test('a colour is one of those that can be chosen', () => {
  expect(colourOf(state, 1)).toBe(COLOURS[2]);
  expect(colourOf(state, 0)).toBeNull();
});

test('time is told in minutes, and in tenths when there is little left', () => {
  expect([3_600_000, 61_000, 10_000, 9_940, 0, -5].map(clockText)).toEqual(['1:00:00', '1:01', '0:10', '9.9', '0.0', '0.0']);
});
