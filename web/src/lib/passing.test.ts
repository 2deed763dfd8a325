import { expect, test } from 'vitest';
import { begunPassing, isStopped } from './passing';
import type { State } from './wire';

const state = (more: object = {}): State =>
  ({ turn: 3, current: 1, decision_number: 10, decision: { kind: 'choose', seat: 0 }, pending: [], arrows: [], stage: ['Main'], ...more }) as unknown as State;

test('passing lasts to the end of the turn, or until the own turn comes', () => {
  const [turn, own] = [begunPassing(state(), 'turn'), begunPassing(state(), 'own')];
  const next = state({ turn: 4, current: 2, decision_number: 12 });
  expect([turn, own].map((one) => isStopped(one, state({ decision_number: 11 }), 0, []))).toEqual([false, false]);
  expect([turn, own].map((one) => isStopped(one, next, 0, []))).toEqual([true, false]);
  expect(isStopped(own, state({ turn: 5, current: 0, decision_number: 14 }), 0, [])).toBe(true);
});

test('it stops where somebody acts, at the end, and at the phases that were chosen', () => {
  const passing = begunPassing(state(), 'own');
  expect(isStopped(passing, state({ pending: [{ owner: 1, cancelled: false }] }), 0, [])).toBe(true);
  expect(isStopped(passing, state({ pending: [{ owner: 0, cancelled: false }] }), 0, [])).toBe(false);
  expect(isStopped(passing, state({ decision: { kind: 'over' } }), 0, [])).toBe(true);
  // The question that was passed on from is passed.
  expect(isStopped(passing, state(), 0, ['Main'])).toBe(false);
  expect(isStopped(passing, state({ decision_number: 11 }), 0, ['Main'])).toBe(true);
  expect(isStopped(passing, state({ decision_number: 11, decision: { kind: 'choose', seat: 1 } }), 0, ['Main'])).toBe(false);
});
