/** Where a card that is dragged can be dropped, and which choice fits where it was. The table says it, never the page. */
import { at } from './choices';
import type { Choice, DropPlaces } from './wire';

/** What a card was dropped on. */
export type Spot = {
  /** The card, by pile and position. */
  card: string | null;
  pile: number | null;
  /** The player whose place it is, if it is not the own one. */
  player: number | null;
};

const isOn = ({ cards }: DropPlaces, card: string | null): boolean => card !== null && cards.some((one) => at(one.pile, one.card) === card);
const isAt = ({ players }: DropPlaces, player: number | null): boolean => player !== null && players.includes(player);
/** Whether a choice concerns the player alone: it asks for no card, and its card stays where it is. */
const isAlone = ({ cards, piles }: DropPlaces): boolean => cards.length === 0 && piles.length === 0;

/** The choices of a card that fit where it was dropped: what lies there first, then the pile, then whose side it is. */
export function fitting(own: Choice[], places: DropPlaces[], spot: Spot): Choice[] {
  const by = (fits: (place: DropPlaces) => boolean): Choice[] => own.filter((choice) => places.some((place) => place.choice === choice.number && fits(place)));
  const named = own.filter(
    (choice) =>
      (spot.pile !== null && choice.pile === spot.pile) ||
      (spot.player !== null && choice.player === spot.player) ||
      (choice.cards.length > 1 && choice.cards.slice(1).some((one) => at(one.pile, one.card) === spot.card)),
  );
  const ways = [
    named,
    by((place) => isOn(place, spot.card)),
    by((place) => spot.pile !== null && place.piles.includes(spot.pile)),
    by((place) => isAt(place, spot.player)),
    spot.player === null ? [] : by(isAlone),
  ];
  return ways.find((found) => found.length > 0) ?? [];
}

/** Whether something of these places lies there. */
export const isPlace = (places: DropPlaces[], spot: Spot): boolean =>
  places.some((place) => isOn(place, spot.card) || isAt(place, spot.player) || (spot.pile !== null && place.piles.includes(spot.pile)));
