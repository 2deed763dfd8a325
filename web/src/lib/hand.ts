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
