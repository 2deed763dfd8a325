/** What happened, picture by picture: the piles after each step between two states. */
import { found, type Aim } from './arrows';
import type { Card, CardThen, Happening, Pile } from './wire';

/** The piles after something happened, and how it is shown. */
export type Frame = { piles: Pile[]; kind: 'move' | 'deal' | 'shuffle' | 'aim'; shuffled: number | null; aim: Aim | null };

/** The pictures from one state to the next; the last state itself is not among them. `mover`: the card that targets were asked for. */
export function frames(before: Pile[], happened: Happening[], mover: CardThen | null = null): Frame[] {
  const result: Frame[] = [];
  let piles = before;
  for (let at = 0; at < happened.length; ) {
    const first = happened[at] as Happening;
    if (first.kind === 'shuffled') {
      result.push({ piles, kind: 'shuffle', shuffled: first.pile, aim: null });
      at += 1;
      continue;
    }
    if (first.kind === 'chosen') {
      const aim = first.target && mover ? aimOf(piles, mover, first) : null;
      if (aim) result.push({ piles, kind: 'aim', shuffled: null, aim });
      if (!first.target) mover = first.card;
      at += 1;
      continue;
    }
    const [end, isDeal] = together(happened, at);
    for (; at < end; at += 1) piles = moved(piles, happened[at] as Happening);
    result.push({ piles, kind: isDeal ? 'deal' : 'move', shuffled: null, aim: null });
  }
  // The last picture is the state itself, which says more.
  if (['move', 'deal'].includes(result.at(-1)?.kind ?? '')) result.pop();
  return result;
}

function aimOf(piles: Pile[], mover: CardThen, { card, player }: { card: CardThen | null; player: number | null }): Aim | null {
  const from = found(piles, mover);
  const to = card ? found(piles, card) : null;
  return from && (to || player !== null) ? { from, to, player } : null;
}

/** Where the moves end that happen together: from one pile to one other, or one card to each of several. */
function together(happened: Happening[], from: number): [number, boolean] {
  const first = happened[from];
  if (first?.kind !== 'moved') return [from + 1, false];
  const next = happened[from + 1];
  const isDeal = next?.kind === 'moved' && next.from === first.from && next.to !== first.to;
  const seen = new Set([first.to]);
  let end = from + 1;
  for (; end < happened.length; end += 1) {
    const one = happened[end];
    if (one?.kind !== 'moved' || one.from !== first.from) break;
    if (isDeal ? seen.has(one.to) : one.to !== first.to) break;
    seen.add(one.to);
  }
  return [end, isDeal];
}

function moved(piles: Pile[], event: Happening): Pile[] {
  if (event.kind !== 'moved') return piles;
  const card: Card = { face: event.face, down: event.down, back: event.back, slot: null, tapped: false, marks: [], now: [], gained: [], attached_to: null };
  return piles.map((pile, at) => {
    if (at === event.from && at === event.to) return pile;
    if (at === event.from) return without(pile, card);
    if (at === event.to) return joined(pile, card, event.position ?? 0);
    return pile;
  });
}

function without(pile: Pile, card: Card): Pile {
  const cards = [...pile.cards];
  let at = cards.findIndex((one) => one.face !== null && one.face === card.face);
  if (at < 0) at = cards.findIndex((one) => one.face === null);
  if (at < 0) at = 0;
  cards.splice(at, 1);
  return { ...pile, cards, count: pile.count === null ? null : Math.max(0, pile.count - 1) };
}

function joined(pile: Pile, card: Card, position: number): Pile {
  // Where nobody sees how many cards there are, none is drawn.
  if (pile.count === null) return pile;
  const cards = [...pile.cards];
  cards.splice(Math.min(position, cards.length), 0, card);
  return { ...pile, cards, count: pile.count + 1 };
}
