import { describe, expect, it } from 'vitest';
import { frames } from './frames';
import type { Card, Happening, Pile } from './wire';

const card = (face: number | null): Card => ({ face, down: false, back: 0, slot: null, tapped: false, marks: [], now: [], gained: [], attached_to: null });
const pile = (zone: string, faces: (number | null)[], count: number | null = faces.length): Pile => ({ zone, owner: null, team: null, name: zone, count, cards: faces.map(card) });
const move = (face: number | null, from: number | null, to: number | null): Happening => ({ kind: 'moved', face, down: false, back: 0, from, to, position: 0 });
const faces = (piles: Pile[]): (number | null)[][] => piles.map((one) => one.cards.map(({ face }) => face));

describe('what happened, picture by picture', () => {
  it('shows the last card of a trick before the trick is taken', () => {
    const before = [pile('hand', [7, 8]), pile('trick', [1, 2, 3]), pile('won', [])];
    const happened = [move(7, 0, 1), move(1, 1, 2), move(2, 1, 2), move(3, 1, 2), move(7, 1, 2)];
    expect(frames(before, happened).map(({ piles }) => faces(piles))).toEqual([[[8], [7, 1, 2, 3], []]]);
  });

  it('deals one card to each at a time', () => {
    const before = [pile('deck', [null, null, null, null]), pile('one', []), pile('other', [])];
    const happened = [move(5, 0, 1), move(null, 0, 2), move(6, 0, 1), move(null, 0, 2)];
    const shown = frames(before, happened);
    expect(shown.map(({ kind }) => kind)).toEqual(['deal']);
    expect(faces(shown[0]?.piles ?? [])).toEqual([[null, null], [5], [null]]);
  });

  it('draws nothing where nobody may count, and takes a back for a card that was hidden', () => {
    const before = [pile('deck', [null, null]), pile('vault', [], null), pile('table', [])];
    const shown = frames(before, [move(null, 0, 1), move(4, 0, 2), { kind: 'shuffled', pile: 0 }]);
    expect(shown.map(({ piles }) => faces(piles))).toEqual([[[], [], [4]], [[], [], [4]]]);
    expect(shown.at(-1)?.shuffled).toBe(0);
  });
});
