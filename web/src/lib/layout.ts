/** Where piles are drawn: one grid for the table and the own side, one block for each other player. */
import type { Pile, State, Welcome, ZonePlace } from './wire';

export type Laid = {
  /** The position of the pile in the state. */
  index: number;
  pile: Pile;
  place: ZonePlace;
  row: number;
  column: number;
  width: number;
  /** Whether the cards of a pile that can be chosen lie side by side. */
  spread: boolean;
};

export type Grid = {
  columns: number;
  rows: number;
  piles: Laid[];
  /** Piles that the game gives no place, where it gives places to others: only their names are shown. */
  aside: { index: number; pile: Pile; place: ZonePlace }[];
};

export type Board = {
  /** The table and what belongs to the seat that looks. */
  own: Grid;
  /** What belongs to each other player, in the order of play. */
  others: { seat: number; grid: Grid }[];
};

const SHORTEST = 7;

/** How much of a pile can be chosen: the pile itself, and how many of its cards. */
export type Open = { pile: boolean; cards: number };

/** `openOf`: what can be chosen of a pile; such a pile is drawn, even if the game gives it no place. */
export function board(welcome: Welcome, state: State, openOf: (index: number) => Open = () => ({ pile: false, cards: 0 })): Board {
  const isOpen = (index: number): boolean => openOf(index).pile || openOf(index).cards > 0;
  const places = new Map(welcome.zones.map((zone) => [zone.zone, zone]));
  const all = state.piles.flatMap((pile, index) => {
    const place = places.get(pile.zone);
    // Where no card lies under another, nothing is drawn.
    if (!place || (place.role === 'under' && pile.cards.length === 0)) return [];
    return [{ index, pile, place }];
  });
  const seats = welcome.seats.map((seat) => seat.seat);
  const viewer = welcome.seat;
  const order =
    viewer === null ? seats : seats.slice(viewer + 1).concat(seats.slice(0, viewer));
  const own = all.filter(
    ({ pile }) => pile.owner === null || pile.owner === viewer,
  );
  const hasPlaces = welcome.zones.some((zone) => zone.row !== null);
  const laid = (found: Found[], isOther: boolean): Grid => {
    const isAside = ({ index, place }: Found): boolean =>
      hasPlaces && place.row === null && !['hand', 'play', 'under'].includes(place.role) && !isOpen(index);
    const aside = found.filter((one) => isAside(one) && (one.pile.count ?? one.pile.cards.length) > 0);
    const isSpread = ({ index, place }: Found): boolean => place.layout === 'pile' && place.row === null && openOf(index).cards > 1;
    return { ...grid(found.filter((one) => !isAside(one)), isOther, isSpread), aside };
  };
  return {
    own: laid(own, false),
    others: order.map((seat) => ({
      seat,
      grid: laid(
        all.filter(({ pile }) => pile.owner === seat),
        true,
      ),
    })),
  };
}

type Found = { index: number; pile: Pile; place: ZonePlace };

/** Rows count from the player's edge: own rows from below, those of others from above. */
function grid(found: Found[], isOther: boolean, isSpread: (one: Found) => boolean): Omit<Grid, 'aside'> {
  const laid: Laid[] = [];
  const taken = new Set<string>();
  const isFree = (row: number, column: number, width: number): boolean =>
    Array.from({ length: width }, (_, step) => `${row}/${column + step}`).every(
      (place) => !taken.has(place),
    );
  const put = (one: Found, row: number, column: number, width: number): void => {
    for (let step = 0; step < width; step += 1) taken.add(`${row}/${column + step}`);
    laid.push({ ...one, row, column, width, spread: isSpread(one) });
  };
  const homeless: Found[] = [];
  for (const one of found) {
    const { row, column } = one.place;
    const width = one.place.width ?? 1;
    if (row === null || column === null || !isFree(row, column, width)) homeless.push(one);
    else put(one, row, column, width);
  }
  const known = laid.map((one) => one.column + one.width);
  const columns = Math.max(...known, laid.length > 0 ? 1 : SHORTEST, homeless.length > 0 ? 4 : 1);
  const highest = laid.length > 0 ? Math.max(...laid.map((one) => one.row)) : -1;
  let row = laid.some((one) => one.row === 0) ? highest + 1 : 0;
  let column = 0;
  const needs = (one: Found): number => {
    if (isSpread(one)) return columns;
    if (one.place.layout === 'pile') return 1;
    return one.place.role === 'hand' ? columns : Math.min(columns, 3);
  };
  // Hands lie nearest to the edge.
  homeless.sort((one, other) => Number(other.place.role === 'hand') - Number(one.place.role === 'hand'));
  for (const one of homeless) {
    const width = needs(one);
    while (!isFree(row, column, width) || column + width > columns) {
      column += 1;
      if (column + width > columns) {
        row += 1;
        column = 0;
      }
    }
    put(one, row, column, width);
    column += width;
  }
  // Columns and rows without anything in them take no room.
  const first = Math.min(...laid.map((one) => one.column), columns);
  for (const one of laid) one.column -= first;
  const used = [...new Set(laid.map((one) => one.row))].sort((a, b) => a - b);
  const rows = used.length;
  for (const one of laid) {
    const from = used.indexOf(one.row);
    one.row = isOther ? from : rows - 1 - from;
  }
  laid.sort((a, b) => a.row - b.row || a.column - b.column);
  return { columns: Math.max(columns - first, 1), rows, piles: laid };
}
