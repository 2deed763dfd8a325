/** A hand in the game's order: the same places, other cards in them. */
import type { Laid } from './layout';
import type { Face } from './wire';

export function order(zone: Laid, faces: Map<number, Face>): Laid {
  const rank = (position: number | undefined): number => {
    const face = zone.pile.cards[position ?? -1]?.face;
    return face === null || face === undefined ? Number.MAX_SAFE_INTEGER : (faces.get(face)?.order ?? face);
  };
  const cards = zone.spots.map((spot) => spot.cards).sort((one, other) => rank(one[0]) - rank(other[0]) || (one[0] ?? 0) - (other[0] ?? 0));
  return { ...zone, spots: zone.spots.map((spot, at) => ({ ...spot, cards: cards[at] ?? spot.cards })) };
}

/** A hand in the order that its player gave it; cards that came since then lie at the end. */
export function arranged(zone: Laid, keys: number[], wanted: number[]): Laid {
  const rank = (cards: number[]): number => {
    const at = wanted.indexOf(keys[cards[0] ?? -1] ?? -1);
    return at < 0 ? wanted.length : at;
  };
  const cards = zone.spots.map((spot) => spot.cards).sort((one, other) => rank(one) - rank(other));
  return { ...zone, spots: zone.spots.map((spot, at) => ({ ...spot, cards: cards[at] ?? spot.cards })) };
}

/** The order of a hand after a card was put down at a place: the keys of its cards from left to right. */
export function moved(zone: Laid, keys: number[], key: number, x: number): number[] {
  const others = zone.spots.map((spot) => ({ key: keys[spot.cards[0] ?? -1] ?? -1, middle: spot.x + zone.cw / 2 })).filter((one) => one.key !== key);
  const at = others.filter((one) => one.middle < x).length;
  const order = others.map((one) => one.key);
  return [...order.slice(0, at), key, ...order.slice(at)];
}
