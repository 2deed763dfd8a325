/** Arrows from cards to what they are aimed at: from what the table says, never from rules. */
import type { Laid, Plan } from './layout';
import type { CardAt, CardThen, Pile, State } from './wire';

/** A card that is aimed at another one, or at a player. */
export type Aim = { from: CardAt; to: CardAt | null; player: number | null };
export type Point = { x: number; y: number };
export type Drawn = Aim & { start: Point; end: Point; kind: 'now' | 'shown' | 'meant' };

/** The card that lay there: by its position, or by its face where the position may not be known. */
export function found(piles: Pile[], { pile, position, face }: CardThen): CardAt | null {
  const cards = piles[pile]?.cards ?? [];
  const there = position === null ? undefined : cards[position];
  if (position !== null && there && (face === null || there.face === face)) return { pile, card: position };
  const at = cards.findIndex((card) => card.face === face);
  return at < 0 ? null : { pile, card: at };
}

/** What is aimed at while somebody thinks about a choice: at what the pointer is on. `mover`: the card that a move was begun with. */
export function meant(state: State, hovered: { card: CardAt | null; player: number | null } | null, mover: CardAt | null = null): Aim[] {
  if (!hovered || state.decision.kind !== 'choose') return [];
  const { about, choices } = state.decision;
  const isHere = (one: CardAt): boolean => hovered.card !== null && one.pile === hovered.card.pile && one.card === hovered.card.card;
  const targets = choices.filter((choice) => choice.kind !== 'move' && (choice.cards.some(isHere) || (choice.player !== null && choice.player === hovered.player)));
  const from = about?.at ?? (targets.some((choice) => choice.kind === 'target') ? mover : null);
  if (from && targets.length > 0 && !(hovered.card && isHere(from))) return [{ from, to: hovered.card, player: hovered.player }];
  // A choice of several cards goes from the first to the others.
  return choices.flatMap((choice) => {
    const [first, ...rest] = choice.cards;
    return choice.kind === 'move' && first && rest.length > 0 && isHere(first) ? rest.map((to) => ({ from: first, to, player: null })) : [];
  });
}

/** The middle of a card on the table; of its zone if it is not drawn by itself. */
export function middle(zones: Laid[], at: CardAt): Point | null {
  const zone = zones.find((one) => one.index === at.pile);
  if (!zone) return null;
  const spot = zone.spots.find((one) => one.cards.includes(at.card));
  if (!spot) return { x: zone.box.x + zone.box.width / 2, y: zone.box.y + zone.box.height / 2 };
  return { x: zone.box.x + spot.x + zone.cw / 2, y: zone.box.y + spot.y + zone.cw * 0.7 };
}

/** Where an arrow at a player ends: at the name and values. */
function playerAt(plan: Plan, seat: number): Point | null {
  const head = plan.heads.find((one) => one.seat === seat);
  return head ? { x: head.box.x + Math.min(head.box.width / 2, 160), y: head.box.y + head.box.height / 2 } : null;
}

/** The arrows that can be drawn. */
export function drawn(plan: Plan, zones: Laid[], aims: Aim[], kind: Drawn['kind']): Drawn[] {
  return aims.flatMap((aim) => {
    const start = middle(zones, aim.from);
    const end = aim.to ? middle(zones, aim.to) : aim.player !== null ? playerAt(plan, aim.player) : null;
    return start && end && Math.hypot(start.x - end.x, start.y - end.y) > 8 ? [{ ...aim, start, end, kind }] : [];
  });
}

/** A bowed way from one point to the other. */
export function path({ start, end }: { start: Point; end: Point }): string {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const bow = Math.min(60, Math.hypot(dx, dy) / 5);
  const length = Math.max(1, Math.hypot(dx, dy));
  const [x, y] = [(start.x + end.x) / 2 - (dy / length) * bow, (start.y + end.y) / 2 + (dx / length) * bow];
  return `M${start.x.toFixed(1)} ${start.y.toFixed(1)} Q${x.toFixed(1)} ${y.toFixed(1)} ${end.x.toFixed(1)} ${end.y.toFixed(1)}`;
}
