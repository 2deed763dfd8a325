import { describe, expect, it } from 'vitest';
import { freeId, newCard, positionText, usualZone } from './position';
import type { TryZone } from './wire';

const zone = (id: string, role: TryZone['role'], per_player = true): TryZone => ({ id, name: id, per_player, role });
const zones = [zone('deck', 'deck'), zone('hand', 'hand'), zone('table', 'play', false)];

describe('positions', () => {
  it('lists the cards of each seat and of the table', () => {
    const lines = [
      { zone: 'hand', card: 'pot', count: 2, seat: 0 },
      { zone: 'hand', card: 'fish', count: 1, seat: 0 },
      { zone: 'table', card: 'pot', count: 1, seat: 0 },
      { zone: 'hand', card: 'none', count: 0, seat: 1 },
    ];
    expect(positionText(lines, zones, 'Main', 2)).toBe(
      'phase: Main\ncurrent: 0\nplayers:\n  - hand: [pot, pot, fish]\n  - {}\nzones:\n  table: [pot]\n',
    );
    expect(positionText([], zones, '', 1)).toBe('current: 0\nplayers:\n  - {}\n');
  });

  it('begins in hand', () => {
    expect(usualZone(zones)).toBe('hand');
    expect(usualZone([zone('a', 'deck', false)])).toBe('a');
  });
});

describe('new cards', () => {
  it('have what their kind asks for and an id of their own', () => {
    const number = { key: 'cost', name: 'Cost', kind: { type: 'number' as const }, optional: false, default: '' };
    const kind = { id: 'spell', name: 'Spell', fields: [number, { ...number, key: 'power', optional: true }] };
    expect(newCard(kind, 'x')).toBe('id: x\nkind: spell\nname: { en: New card, ja: 新しいカード }\ncost: 1\n');
    expect(freeId(['new_card', 'new_card_2'])).toBe('new_card_3');
  });

  it('have the colour of the cards beside them, and no other value of theirs', () => {
    const colour = { key: 'colours', name: 'Colours', kind: { type: 'words' as const, values: [{ id: 'dark', text: {} }, { id: 'fire', text: {} }] }, optional: false, default: '' };
    const cost = { ...colour, key: 'cost', kind: { type: 'number' as const } };
    const kind = { id: 'spell', name: 'Spell', fields: [cost, colour] };
    expect(newCard(kind, 'x', ['colours: [fire]\ncost: 3\n', 'cost: 3\ncolours: [fire] # red\n'])).toContain('cost: 1\ncolours: [fire]\n');
    expect(newCard(kind, 'x', ['colours: [fire]\n', 'colours: [dark, fire]\n'])).toContain('colours: [dark]\n');
  });
});
