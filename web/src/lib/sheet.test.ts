import { expect, test } from 'vitest';
import { columnsOf, gainOf } from './sheet';
import type { ScoreSheet, ShownValue, Welcome } from './wire';

const value = (owner: number, number: number): ShownValue => ({ id: 'score', name: 'Score', owner, team: null, value: String(number), number, pieces: false });
const sheet: ScoreSheet = { rounds: [{ after: 10, values: [value(0, 3), value(1, 23)] }, { after: 20, values: [value(0, 3), value(1, 20)] }] };
const welcome = { seat: 0, seats: [{ seat: 0, name: 'Player 1', team: null }, { seat: 1, name: '花子', team: null }] } as unknown as Welcome;

test('a sheet has a column for each player, the own one marked', () => {
  expect(columnsOf(sheet, welcome, 'You').map(({ who, isMine, values }) => ({ who, isMine, values }))).toEqual([
    { who: 'You', isMine: true, values: [3, 3] },
    { who: '花子', isMine: false, values: [23, 20] },
  ]);
});

test('a team is named after its members', () => {
  const teams = { ...welcome, seat: null, seats: [0, 1, 2].map((seat) => ({ seat, name: `P${seat}`, team: seat % 2, player: 'person' })) } as unknown as Welcome;
  const round: ScoreSheet = { rounds: [{ after: 1, values: [{ ...value(0, 5), owner: null, team: 0 }] }] };
  expect(columnsOf(round, teams, 'You')[0]?.who).toBe('P0 & P2');
});

test('a round says how much it brought', () => {
  expect([0, 1].map((round) => gainOf(sheet, round, 'score/1/'))).toEqual([23, -3]);
  expect(gainOf(sheet, 1, 'none')).toBeNull();
});
