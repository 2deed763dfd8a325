/**
 * Which drawn card is which from one message to the next, so that cards can be seen moving.
 *
 * The server never says it: a page knows piles and faces only. A card that looks the same and lies in the same
 * pile is taken for the same one; of the others, one that has gone is taken for one that has come and looks the
 * same, and then any back for any card. What is guessed wrongly only moves in another way.
 */
import { shared } from './share';
import type { Card, Pile } from './wire';

export type Keyed = { key: number; card: Card };

export class Keys {
  #next = 1;
  #piles = new Map<string, Keyed[]>();

  /** The cards of each pile with their keys, in the order of the piles. */
  update(piles: Pile[]): Keyed[][] {
    const result: (Keyed | null)[][] = piles.map((pile) => pile.cards.map(() => null));
    const gone: Keyed[] = [];
    piles.forEach((pile, at) => {
      const before = [...(this.#piles.get(name(pile)) ?? [])];
      const row = result[at] as (Keyed | null)[];
      pile.cards.forEach((card, position) => {
        const same = before.findIndex((old) => alike(old.card, card));
        if (same >= 0) row[position] = kept(before.splice(same, 1)[0] as Keyed, card);
      });
      gone.push(...before);
    });
    const pass = (matches: (old: Card, card: Card) => boolean): void => {
      piles.forEach((pile, at) => {
        const row = result[at] as (Keyed | null)[];
        pile.cards.forEach((card, position) => {
          if (row[position]) return;
          const found = gone.findIndex((old) => matches(old.card, card));
          if (found >= 0) row[position] = { key: (gone.splice(found, 1)[0] as Keyed).key, card };
        });
      });
    };
    pass((old, card) => old.face !== null && old.face === card.face);
    pass((old, card) => (old.face === null || card.face === null) && old.back === card.back);
    const keyed = result.map((row, at) => {
      const now = row.map((found, position) => found ?? { key: this.#next++, card: cardAt(piles, at, position) });
      const before = this.#piles.get(name(piles[at] as Pile));
      return before?.length === now.length && now.every((one, position) => one === before[position]) ? before : now;
    });
    this.#piles = new Map(piles.map((pile, at) => [name(pile), keyed[at] as Keyed[]]));
    return keyed;
  }
}

function cardAt(piles: Pile[], pile: number, card: number): Card {
  return (piles[pile] as Pile).cards[card] as Card;
}

/** The same card as it is now; what did not change stays the same object. */
function kept(old: Keyed, card: Card): Keyed {
  const now = shared(old.card, card);
  return now === old.card ? old : { key: old.key, card: now };
}

function name(pile: Pile): string {
  return `${pile.zone}/${pile.owner ?? ''}/${pile.team ?? ''}`;
}

function alike(one: Card, other: Card): boolean {
  return one.face === other.face && one.back === other.back && one.slot === other.slot;
}
