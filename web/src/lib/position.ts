/** A position in which a card is tried, as the language writes it. */
import type { CardField, KindFields, TryZone } from './wire';

export type Line = { zone: string; card: string; count: number; seat: number };

/** The text of a position: which cards lie where, and in which phase it is. */
export function positionText(lines: Line[], zones: TryZone[], phase: string, seats: number): string {
  const lists = (of: Line[], indent: string): string => {
    const names = [...new Set(of.map(({ zone }) => zone))];
    return names.map((zone) => {
      const cards = of.filter((line) => line.zone === zone).flatMap(({ card, count }) => Array.from({ length: count }, () => card));
      return `${indent}${zone}: [${cards.join(', ')}]\n`;
    }).join('');
  };
  const isShared = ({ zone }: Line): boolean => zones.find(({ id }) => id === zone)?.per_player === false;
  const real = lines.filter(({ card, count }) => card !== '' && count > 0);
  const shared = lists(real.filter(isShared), '  ');
  let text = phase ? `phase: ${phase}\n` : '';
  text += 'current: 0\nplayers:\n';
  for (let seat = 0; seat < seats; seat += 1) {
    const own = lists(real.filter((line) => line.seat === seat && !isShared(line)), '    ');
    text += own ? `  - ${own.slice(4)}` : '  - {}\n';
  }
  return shared ? `${text}zones:\n${shared}` : text;
}

/** Where a card is first tried: in hand, or wherever players have cards. */
export function usualZone(zones: TryZone[]): string {
  const own = zones.filter(({ per_player }) => per_player);
  const found = own.find(({ role }) => role === 'hand') ?? own.find(({ role }) => role === 'play') ?? own[0] ?? zones[0];
  return found?.id ?? '';
}

/** The value of a key in the text of a card, if it stands in one line. */
function written(text: string, key: string): string | null {
  return new RegExp(`^${key}: +([^#\\n]*[^#\\s])`, 'm').exec(text)?.[1] ?? null;
}

/** A card to begin with: everything that its kind asks for. Words in which most cards beside it agree, such as a colour, are its own, too. */
export function newCard(kind: KindFields | undefined, id: string, beside: string[] = []): string {
  const shared = ({ key, kind: { type } }: CardField): string | null => {
    if (type !== 'word' && type !== 'words') return null;
    const values = beside.map((text) => written(text, key));
    return values.find((value) => values.filter((other) => other === value).length * 2 > values.length) ?? null;
  };
  const lines = [`id: ${id}`];
  if (kind) lines.push(`kind: ${kind.id}`);
  lines.push('name: { en: New card, ja: 新しいカード }');
  for (const field of kind?.fields ?? []) {
    if (!field.optional) lines.push(`${field.key}: ${shared(field) ?? first(field)}`);
  }
  return lines.join('\n') + '\n';
}

function first({ kind }: CardField): string {
  if (kind.type === 'number') return '1';
  if (kind.type === 'flag') return 'false';
  if (kind.type === 'word') return kind.values[0]?.id ?? '""';
  if (kind.type === 'words') return `[${kind.values[0]?.id ?? ''}]`;
  return '""';
}

/** An id that no card has yet. */
export function freeId(taken: string[]): string {
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? 'new_card' : `new_card_${number}`;
    if (!taken.includes(id)) return id;
  }
}
