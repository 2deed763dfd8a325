/** A deck that is being built: how many of which card in which section. */
import type { CatalogueCard, DeckSectionRule } from './wire';

export type Sections = Record<string, Record<string, number>>;

/** A deck that is being built, or was put there to be: it stays in this browser until it is saved. */
export type Draft = { id: string; name: string; sections: Sections };

const draftKey = (game: string): string => `fuda.draft.${game}`;

export function draftOf(game: string): Draft | null {
  try {
    return JSON.parse(localStorage.getItem(draftKey(game)) ?? 'null') as Draft | null;
  } catch {
    // What cannot be read is no draft.
    return null;
  }
}

/** Keeps what is being built for a game; nothing takes it away. */
export function keepDraft(game: string, draft: Draft | null): void {
  if (draft) localStorage.setItem(draftKey(game), JSON.stringify(draft));
  else localStorage.removeItem(draftKey(game));
}

export function fromLists(lists: [string, [string, number][]][]): Sections {
  return Object.fromEntries(lists.map(([section, cards]) => [section, Object.fromEntries(cards)]));
}

export function toLists(sections: Sections): [string, [string, number][]][] {
  return Object.entries(sections).map(([section, cards]) => [section, Object.entries(cards)]);
}

/** The same deck with more or fewer of a card; a card that is not in it any more is left out. */
export function changed(sections: Sections, section: string, card: string, by: number): Sections {
  const cards = { ...sections[section] };
  const count = Math.max(0, (cards[card] ?? 0) + by);
  if (count === 0) delete cards[card];
  else cards[card] = count;
  return { ...sections, [section]: cards };
}

export function size(cards: Record<string, number> | undefined): number {
  return Object.values(cards ?? {}).reduce((sum, count) => sum + count, 0);
}

/** The deck as a deck list of the language, which is YAML too. */
export function written(name: string, sections: Sections): string {
  const id = name.toLowerCase().replace(/[^a-z0-9]+/g, '_').replace(/^_+|_+$/g, '') || 'deck';
  const lines = [`id: ${/^[a-z]/.test(id) ? id : `deck_${id}`}`, 'sections:'];
  for (const [section, cards] of Object.entries(sections)) {
    if (size(cards) === 0) continue;
    lines.push(`  ${section}:`);
    for (const [card, count] of Object.entries(cards)) lines.push(`    ${card}: ${count}`);
  }
  return lines.join('\n') + '\n';
}

/** The deck as people write it: a card in each line. */
export function listed(sections: Sections, names: (card: string) => string): string {
  const parts = Object.entries(sections).filter(([, cards]) => size(cards) > 0);
  return parts.map(([section, cards]) => {
    const lines = Object.entries(cards).map(([card, count]) => `${count} ${card}  # ${names(card)}`);
    return [parts.length > 1 ? `# ${section}` : '', ...lines].filter(Boolean).join('\n');
  }).join('\n') + '\n';
}

/** The ids of all cards, each as often as it is in the deck. */
export function idList(sections: Sections): string {
  const cards = Object.values(sections).flatMap((of) => Object.entries(of));
  return JSON.stringify(cards.flatMap(([card, count]) => Array.from({ length: count }, () => card))) + '\n';
}

/** What cards must have: words of properties, numbers within bounds, a tag. */
export type Filters = Record<string, { value?: string; from?: number | null; to?: number | null }>;

export function passes(card: CatalogueCard, filters: Filters): boolean {
  return Object.entries(filters).every(([id, { value, from, to }]) => {
    const words = id === 'tag' ? card.tags : (card.printed[id] ?? []);
    if (value && !words.includes(value)) return false;
    if (from == null && to == null) return true;
    return words.some((word) => Number(word) >= (from ?? -Infinity) && Number(word) <= (to ?? Infinity));
  });
}

/** As games are told: the sections alone, in one line. */
export function brought(sections: Sections): string {
  const kept = Object.entries(sections).filter(([, cards]) => size(cards) > 0);
  return JSON.stringify(Object.fromEntries(kept));
}

/** Whether all words are found in a card: its name, kind, text, tags, or `level>=4` about a number on it. */
export function matches(card: CatalogueCard, search: string): boolean {
  const { face, tags, numbers } = card;
  const printed = face.printed.map(([name, value]) => `${name} ${value}`).join(' ');
  const text = [face.card, face.name, face.kind, face.text, printed, ...tags].join(' ').toLowerCase();
  return search.toLowerCase().split(/\s+/).filter(Boolean).every((word) => {
    const about = /^(.+?)(>=|<=|=|>|<)(-?\d+)$/.exec(word);
    if (!about) return text.includes(word);
    const [, name = '', sign = '', number = '0'] = about;
    const found = numbers.find(([one]) => one.toLowerCase() === name);
    return found !== undefined && compare(found[1], sign, Number(number));
  });
}

function compare(value: number, sign: string, limit: number): boolean {
  if (sign === '>=') return value >= limit;
  if (sign === '<=') return value <= limit;
  if (sign === '>') return value > limit;
  return sign === '<' ? value < limit : value === limit;
}

export type Bar = { label: string; count: number };

/** How many cards of each kind there are. */
export function kinds(cards: CatalogueCard[], deck: Record<string, number>): Bar[] {
  return bars(cards, deck, (card) => card.face.kind || '–');
}

/** How many cards have which value of the number that most cards have. */
export function curve(cards: CatalogueCard[], deck: Record<string, number>, wanted = ''): { name: string; names: string[]; bars: Bar[] } | null {
  const names = new Map<string, number>();
  const values = new Map<string, number[]>();
  for (const card of cards) {
    const count = deck[card.face.card] ?? 0;
    for (const [name, value] of card.numbers) {
      names.set(name, (names.get(name) ?? 0) + count);
      values.set(name, (values.get(name) ?? []).concat(value));
    }
  }
  const kinds = (name: string): number => new Set(values.get(name)).size;
  // A number that differs from card to card, such as a serial number, is no curve.
  const isSerial = (name: string): boolean => kinds(name) > 16 && kinds(name) * 2 > (values.get(name)?.length ?? 0);
  const real = [...names].filter(([name, count]) => count > 0 && !isSerial(name));
  const [best] = real.sort(([one, many], [other, others]) => others - many || kinds(one) - kinds(other))[0] ?? [];
  const name = names.get(wanted) ? wanted : best;
  if (name === undefined) return null;
  const value = (card: CatalogueCard): string | null =>
    String(card.numbers.find(([one]) => one === name)?.[1] ?? '') || null;
  const found = bars(cards, deck, value).sort((one, other) => Number(one.label) - Number(other.label));
  return { name, names: real.map(([one]) => one), bars: found };
}

function bars(cards: CatalogueCard[], deck: Record<string, number>, of: (card: CatalogueCard) => string | null): Bar[] {
  const counts = new Map<string, number>();
  for (const card of cards) {
    const count = deck[card.face.card] ?? 0;
    const label = of(card);
    if (count > 0 && label !== null) counts.set(label, (counts.get(label) ?? 0) + count);
  }
  return [...counts].map(([label, count]) => ({ label, count }));
}

/** The chance to have at least one of `copies` among the first `hand` of `deck` cards. */
export function chance(copies: number, deck: number, hand: number): number {
  let none = 1;
  for (let drawn = 0; drawn < Math.min(hand, deck); drawn += 1) {
    none *= Math.max(0, deck - copies - drawn) / (deck - drawn);
  }
  return deck === 0 ? 0 : 1 - none;
}

/** Some cards as they may be drawn. */
export function sample(deck: Record<string, number>, hand: number, random: () => number = Math.random): string[] {
  const all = Object.entries(deck).flatMap(([card, count]) => Array.from({ length: count }, () => card));
  for (let at = all.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [all[at], all[other]] = [all[other] as string, all[at] as string];
  }
  return all.slice(0, hand);
}

/** The section that a card is added to: the one that is looked at, or the only one. */
export function firstSection(rules: DeckSectionRule[], sections: Sections): string {
  return rules[0]?.id ?? Object.keys(sections)[0] ?? 'main';
}
