/**
 * How a table lies on a screen: a pure function from piles and a size to rectangles. The page only places.
 *
 * One number is searched: the largest card width with which every line fits its width and all lines together fit the
 * height. What lies in a zone decides how much room it wants: `n` cards in a row want `n` widths and overlap when it is
 * tight, a pile wants one, slots want their number, and an empty zone wants a strip with its name.
 */
import type { Card, Pile, State, Welcome, ZonePlace } from './wire';

export type Box = { x: number; y: number; width: number; height: number };

/** Cards that are drawn as one: the first is seen, and how many there are. */
export type Spot = {
  /** Their positions in the pile. */
  cards: number[];
  x: number;
  y: number;
  /** Which of the spots of a zone lies on which. */
  z: number;
  /** Whether it lies behind another card that it is attached to. */
  behind: boolean;
};

export type Laid = {
  /** Where its name stands: above its cards, beside them from top to bottom, or nowhere. */
  naming: 'above' | 'beside' | 'none';
  /** How much room the name takes beside the cards. */
  beside: number;
  /** The position of the pile in the state. */
  index: number;
  pile: Pile;
  place: ZonePlace;
  box: Box;
  /** The width of its cards. */
  cw: number;
  spots: Spot[];
  /** Fixed places, whether or not a card lies there. */
  slots: Box[];
  /** Whether only its name is shown, because nothing lies in it. */
  isStrip: boolean;
  /** Whether the cards of a pile that can be chosen lie side by side. */
  spread: boolean;
  shape: Shape;
  isHand: boolean;
};

export type Aside = { index: number; pile: Pile; place: ZonePlace };

export type Head = { seat: number | null; box: Box; aside: Aside[] };

export type Plan = {
  width: number;
  /** At most the height that was given; more if nothing can be made small enough. */
  height: number;
  given: number;
  /** The width of a card in play. */
  card: number;
  /** The number that was searched. */
  size: number;
  /** Whether players' piles are numbers beside their names. */
  isTight: boolean;
  zones: Laid[];
  /** The lines with names and values: of other seats, of the table, and the own one. */
  heads: Head[];
  /** The blocks of other seats. */
  blocks: { seat: number; box: Box }[];
  own: Box;
  prompt: Box;
  /** Whether the question stands beside the table, because the screen is low. */
  isBeside: boolean;
  /** Whether no card is to be seen: the question is all there is. */
  isBare: boolean;
  /** The seat whose side is the near one: the viewer's, or the first one's where somebody looks on at one or two players. */
  near: number | null;
};

/** How much of a pile can be chosen: the pile itself, and which of its cards. */
export type Open = { pile: boolean; cards: number[] };

/** The room that is given, and how tall things are that hold text. */
export type Room = {
  width: number;
  height: number;
  prompt: number;
  /** The heights of lines with names and values, by seat; `table` for those of nobody. */
  heads: ReadonlyMap<string, number>;
  /** The size that cards have had in this room: they keep it while it is nearly the best. */
  steady?: number;
  /** Whether piles have been numbers in this room: then it is tried first whether they are still to be. */
  wasTight?: boolean;
};

type Shape = 'pile' | 'slots' | 'cascade' | 'row' | 'backs';
type Found = { index: number; pile: Pile; place: ZonePlace };
type Item = Found & {
  shape: Shape;
  /** Its cards as they are drawn. */
  groups: number[][];
  /** Cards that lie behind another one, by the position of that one. */
  behind: Map<number, number[]>;
  factor: number;
  label: number;
  /** How much is above its cards: its name, and room to be raised. */
  top: number;
  /** Its name from top to bottom, by how much of it must stay together; nothing if it must stand above its cards. */
  upright: { words: number[]; count: number } | null;
  isEmpty: boolean;
  /** Whether it is everybody's. */
  isShared: boolean;
  spread: boolean;
  isHand: boolean;
  /** Whether its name stands beside its cards wherever there is room. */
  isAlwaysUpright: boolean;
  /** The height that a name was last asked for, and the room that it takes beside cards. */
  asked: { height: number; beside: number };
  /** The widths that it wants and must have, as they were last asked for: for one size they are asked for again and again. */
  wished: { at: number; width: number };
  needed: { at: number; width: number };
  /** How many of its cards are turned sideways. */
  turned: number;
};
type Line = Item[];
type Placed = { item: Item; width: number };
type Fitted = { placed: Placed[]; height: number };

const RATIO = 1.4;
const GAP = 6;
const CARD_GAP = 5;
/** The height of a zone's name; screens that are low have none to spare. */
const LABEL = 17;
const LOW_LABEL = 14;
const LOW = 460;
const PHONE = 700;
const PHONE_HEIGHT = 560;
const PAD = 3;
const STRIP = 22;
const LIFT = 9;
/** The width of a name that stands beside cards. */
const UPRIGHT = 16;
const MOST_COLUMNS = 2;
/** The width of the column with question and values on a low screen, and from where on there is one. */
const COLUMN = 190;
const COLUMN_FROM = 540;
/** Cards of this width need no more room. */
const COMFORTABLE = 100;
/** Cards of this width can be read. */
const READABLE = 56;
const TIGHTEST = 0.35;
const TIGHTEST_PLAY = 1;
const SMALLEST = 20;
const TOO_TALL = 100_000;
/** So many equal cards in a zone are one stack. */
const MANY = 4;
const MOST_BACKS = 10;
/** More zones of a side than this that are empty are not drawn. */
const MOST_EMPTY = 4;
const MOST_EMPTY_SMALL = 2;
/** More cards than this to choose from are shown in a window of their own. */
export const MOST_SPREAD = 26;

const heightOf = (cw: number): number => Math.round(cw * RATIO);

/** The widths of names: a table has few, and asks for them with every state. */
const widths = new Map<string, number>();

/** How wide a name is: letters of the alphabet are narrower than others. */
export function textWidth(text: string): number {
  const known = widths.get(text);
  if (known !== undefined) return known;
  let width = 0;
  for (const letter of text) width += letter.charCodeAt(0) > 0x2000 ? 12 : 6.6;
  widths.set(text, Math.ceil(width));
  return Math.ceil(width);
}

const WHOLE_ROOM: Room = { width: 1000, height: 700, prompt: 56, heads: new Map() };

/** `openOf`: what can be chosen of a pile; such a pile is drawn, even if the game gives it no place. */
export function board(welcome: Welcome, state: State, room: Room = WHOLE_ROOM, openOf: (index: number) => Open = () => ({ pile: false, cards: [] })): Plan {
  const isSmall = room.height < LOW || room.width < PHONE;
  const partsOf = (isTight: boolean): Parts => sorted(welcome, state, openOf, room, isTight);
  if (!isSmall) return madeOf(packedBest(partsOf(false), room), room);
  const near = partsOf(false);
  const judged = withOwnLine(room, near.own.seat);
  const best = roomiest(near, () => partsOf(true), judged);
  return madeOf(judged === room ? best : packedBest(best.parts, room), room);
}

/** Where cards would be too small to be read, players' piles are numbers beside their names. */
function roomiest(near: Parts, partsOfTight: () => Parts, room: Room): Best {
  if (room.wasTight === true) {
    const tight = packedBest(partsOfTight(), room);
    // With piles drawn, cards would still be too small: how small need not be known.
    const most = Math.min(READABLE, tight.size / WORTH);
    if (!PACKINGS.some((how) => made(near, room, how, most).height <= room.height)) return tight;
  }
  const roomy = packedBest(near, room);
  if (roomy.size >= READABLE) return roomy;
  const tight = packedBest(partsOfTight(), room);
  return tight.size > roomy.size * WORTH ? tight : roomy;
}

/** At least the height of the line with the own name and values. */
const OWN_LINE = 28;

/**
 * A room in which the own line has its place: it may be shown for nothing but the numbers of piles, so whether piles are
 * numbers must not depend on whether it is shown.
 */
function withOwnLine(room: Room, seat: number): Room {
  const own = String(seat);
  return (room.heads.get(own) ?? 0) >= OWN_LINE ? room : { ...room, heads: new Map(room.heads).set(own, OWN_LINE) };
}

type Best = { parts: Parts; how: Packing; size: number };

/** Cards become larger only if that is worth looking at everything anew. */
const STEADY = 0.94;

function madeOf({ parts, how, size }: Best, room: Room): Plan {
  const steady = room.steady ?? size;
  const isNearly = steady < size && steady >= size * STEADY;
  const plan = made(parts, room, how, isNearly ? steady : size);
  return isNearly && plan.height > room.height ? made(parts, room, how, size) : plan;
}

/** The way to pack things with which cards are largest. */
function packedBest(parts: Parts, room: Room): Best {
  const most = Math.min(160, Math.max(60, Math.min(room.height * 0.17, room.width * 0.22)));
  let best: { how: Packing; size: number } | null = null;
  for (const isUpright of [false, true]) {
    // Names are read more easily above the cards: they stand beside them where that makes cards larger.
    if (best && best.size >= COMFORTABLE) break;
    for (const level of LEVELS) {
      // What is packed more tightly must be worth it: authors had a reason for their rows.
      const worth = level > 2 ? MUCH : WORTH;
      const least = best ? best.size * (isUpright === best.how.isUpright ? worth : SLIGHTLY) : SMALLEST;
      const size: number | null = largest(parts, room, { level, isUpright, isMeasured: true }, least, Math.max(most, least), room.steady);
      if (size !== null) best = { how: { level, isUpright, isMeasured: false }, size };
    }
  }
  return { parts, how: best?.how ?? { level: 4, isUpright: true, isMeasured: false }, size: best?.size ?? SMALLEST };
}

/** How much larger cards must become; much larger where cards in play hide parts of each other. */
const MUCH = 1.3;
const WORTH = 1.1;
const SLIGHTLY = 1.04;

/**
 * How tightly things are packed: as the game says; lines together that fit; that fit overlapping where nothing is in play;
 * that fit overlapping; across sides, too.
 */
const LEVELS = [0, 1, 2, 3, 4];

/** How tightly things are packed, whether names stand beside cards, and whether only the height is asked for. */
type Packing = { level: number; isUpright: boolean; isMeasured: boolean };

/** Everything that can be tried. */
const PACKINGS: Packing[] = [false, true].flatMap((isUpright) => LEVELS.map((level) => ({ level, isUpright, isMeasured: true })));

type Side = { seat: number; lines: Line[]; hand: Line; aside: Aside[]; isWatched: boolean };
type Parts = { others: Side[]; shared: Line[]; own: Side; near: number | null; isDuel: boolean; isBare: boolean; isTight: boolean };

function largest(parts: Parts, room: Room, how: Packing, least: number, most: number, guess?: number): number | null {
  let low = least;
  let high = most;
  const fits = (size: number): boolean => made(parts, room, how, size).height <= room.height;
  if (!fits(low)) return null;
  // Most often it is about what it was.
  for (const size of guess === undefined ? [] : [guess * 1.02, guess * 0.98]) {
    if (size <= low || size >= high) continue;
    if (fits(size)) low = size;
    else high = size;
  }
  if (high === most && fits(high)) return high;
  while (high - low > 0.5) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** The seat whose side is the near one. Who looks on at a duel sits behind the first player. */
export const nearSeat = ({ seat, seats }: Welcome): number | null => seat ?? (seats.length <= 2 ? (seats[0]?.seat ?? null) : null);

// ---- What lies where -------------------------------------------------------------------------------------------------

function sorted(welcome: Welcome, state: State, openOf: (index: number) => Open, room: Room, isTight: boolean): Parts {
  const isLow = room.height < LOW;
  const isSmall = isLow || room.width < PHONE;
  const places = new Map(welcome.zones.map((zone) => [zone.zone, zone]));
  const all = state.piles.flatMap((pile, index): Found[] => {
    const place = places.get(pile.zone);
    // Where no card lies under another, nothing is drawn.
    if (!place || (place.role === 'under' && pile.cards.length === 0)) return [];
    return [{ index, pile, place }];
  });
  const seats = welcome.seats.map((seat) => seat.seat);
  const viewer = welcome.seat;
  const near = nearSeat(welcome);
  const order = near === null ? seats : seats.slice(near + 1).concat(seats.slice(0, near));
  const isDuel = order.length === 1;
  const hasPlaces = welcome.zones.some((zone) => zone.row !== null);
  const side = (found: Found[], seat: number, whose: Whose): Side => {
    const isClosed = (one: Found): boolean => !openOf(one.index).pile && openOf(one.index).cards.length === 0;
    // A low screen that has room beside the table shows players' piles and the backs of a rival's hand as numbers.
    const isNumber = (one: Found): boolean =>
      (isTight || (isLow && room.width >= COLUMN_FROM)) && whose !== 'table' && whose !== 'seat' &&
      ((one.place.layout === 'pile' && ['deck', 'discard', 'out'].includes(one.place.role)) ||
        (one.place.role === 'hand' && whose !== 'mine' && one.pile.cards.every((card) => card.face === null)));
    const isAside = (one: Found): boolean =>
      isClosed(one) && (isNumber(one) || (hasPlaces && one.place.row === null && !['hand', 'play', 'under'].includes(one.place.role)));
    // What is out of the game and has no place at the table is not worth a word.
    const aside = found.filter((one) => isAside(one) && (one.place.role !== 'out' || one.place.row !== null) && (one.pile.count ?? one.pile.cards.length) > 0);
    // A solitaire is played onto piles in the middle: they are seen before something lies there.
    const isGoal = (one: Found): boolean => seats.length === 1 && whose === 'table' && one.place.layout === 'pile' && one.place.role !== 'out';
    // A small screen has no room for what is empty, unless cards are played there; a low one not even then.
    const isWorth = (one: Found): boolean =>
      !isSmall || isGoal(one) || (one.pile.count ?? 0) > 0 || one.pile.cards.length > 0 || (isLow ? ['hand'] : ['play', 'hand']).includes(one.place.role) || one.place.slots !== null || openOf(one.index).pile;
    const laid = found.filter((one) => !isAside(one) && isWorth(one));
    // Of many zones in which nothing lies none is drawn before something does.
    const empty = laid.filter((one) => one.pile.cards.length === 0 && (one.pile.count ?? 0) === 0 && one.place.slots === null && one.place.role !== 'hand' && isClosed(one));
    const isFolded = (one: Found): boolean => whose !== 'table' && empty.length > (isSmall ? MOST_EMPTY_SMALL : MOST_EMPTY) && empty.includes(one);
    const items = laid.filter((one) => !isFolded(one)).map((one) => itemOf(one, whose, openOf(one.index), isLow, isSmall));
    const isHand = (item: Item): boolean => item.place.role === 'hand' && (whose !== 'seat' || isDuel);
    const hands = items.filter(isHand);
    const lines = linesOf(items.filter((item) => !isHand(item)), ['mine', 'near', 'table'].includes(whose));
    return { seat, lines, hand: hands, aside, isWatched: whose === 'near' };
  };
  const others = order.map((seat) => side(all.filter(({ pile }) => pile.owner === seat), seat, isDuel ? 'rival' : 'seat'));
  const mine = all.filter(({ pile }) => near !== null && pile.owner === near);
  const shared = all.filter(({ pile }) => pile.owner === null);
  const own = side(mine, near ?? -1, viewer === near ? 'mine' : 'near');
  const table = side(shared, -1, 'table');
  own.aside.push(...table.aside);
  const parts = { others, shared: [...table.lines, ...(table.hand.length > 0 ? [table.hand] : [])], own, near, isDuel };
  return { ...parts, isBare: isBare(parts), isTight };
}

/** The viewer's own; the side that a spectator sits behind; everybody's; the only other player's; one of several others'. */
type Whose = 'mine' | 'near' | 'table' | 'rival' | 'seat';

/** How large its cards are: what is in play matters most, more so where there is little room. */
function factorOf(place: ZonePlace, whose: Whose, isBacks: boolean, isSmall: boolean): number {
  const isPlay = place.role === 'play';
  if (place.role === 'hand') {
    if (whose === 'mine') return 1.3;
    if (whose === 'rival' || whose === 'near') return isBacks ? 0.4 : 0.7;
    if (whose === 'seat') return isBacks ? 0.36 : 0.5;
  }
  if (place.role === 'under') return 0.55;
  if (whose === 'table') return 1;
  if (whose === 'seat') return isPlay ? 0.72 : 0.44;
  if (isPlay) return 1;
  if (whose === 'rival') return isSmall ? 0.66 : 0.76;
  return isSmall ? 0.74 : 0.86;
}

function itemOf(found: Found, whose: Whose, open: Open, isLow: boolean, isSmall: boolean): Item {
  const { pile, place } = found;
  const spread = place.layout === 'pile' && place.row === null && open.cards.length > 1 && open.cards.length <= MOST_SPREAD;
  const isMine = whose === 'mine' && place.role === 'hand';
  const isBacks = pile.cards.length > 0 && pile.cards.every((card) => card.face === null);
  const slots = place.slots !== null && place.layout !== 'pile';
  let shape: Shape = 'row';
  if (slots) shape = 'slots';
  else if (place.layout === 'pile' && !spread) shape = 'pile';
  else if (place.layout === 'fan' && (place.width ?? 1) === 1 && place.role !== 'hand' && place.row !== null) shape = 'cascade';
  else if (isBacks && place.role === 'hand' && !isMine && open.cards.length === 0) shape = 'backs';
  const { groups, behind } = spread ? { groups: open.cards.map((at) => [at]), behind: new Map<number, number[]>() } : grouped(found, isMine || shape === 'cascade' || slots, shape);
  const isEmpty = pile.cards.length === 0 && (pile.count ?? 0) === 0;
  const count = shape === 'pile' ? '' : ` ${pile.count ?? ''}  `;
  return {
    ...found,
    shape,
    groups,
    behind,
    // Backs of the table tell nothing: they need not be large.
    factor: factorOf(place, whose, isBacks, isSmall) * (isBacks && whose === 'table' && shape === 'row' && open.cards.length === 0 ? 0.7 : 1),
    top: topOf(isMine, place.role === 'hand' && isBacks, isLow),
    label: textWidth(place.name + count) + 2 * PAD + (isLow ? 2 : 10),
    upright: isMine || shape === 'pile' || shape === 'cascade' || (isLow && isBacks && place.role === 'hand') ? null : uprightOf(place.name, pile.count),
    isAlwaysUpright: isBacks && place.role === 'hand' && !isMine,
    asked: { height: -1, beside: 0 },
    wished: { at: -1, width: 0 },
    needed: { at: -1, width: 0 },
    turned: groups.filter((group) => pile.cards[group[0] ?? -1]?.tapped).length,
    isEmpty,
    isShared: whose === 'table',
    spread,
    isHand: isMine,
  };
}

const wordWidths = new Map<string, number[]>();

/** The widths of a name's words, or of its letters in scripts without spaces. */
function wordsOf(name: string): number[] {
  const known = wordWidths.get(name);
  if (known) return known;
  const words = name.includes(' ') || name.charCodeAt(0) < 0x2000 ? name.split(' ') : [...name];
  const found = words.map((word, at) => textWidth(word) * 0.94 + (at > 0 && name.includes(' ') ? 3.5 : 0));
  wordWidths.set(name, found);
  return found;
}

/** A name that stands from top to bottom: its words and the number of cards. */
const uprightOf = (name: string, count: number | null): { words: number[]; count: number } => ({ words: wordsOf(name), count: count === null ? 0 : 19 });

/** How many columns such a name has in a height; nothing if it has no room. */
function uprightColumns(upright: { words: number[]; count: number }, height: number): number | null {
  const room = height - upright.count - 2;
  let columns = 1;
  let used = 0;
  for (const word of upright.words) {
    if (word > room) return null;
    if (used + word > room) {
      columns += 1;
      used = 0;
    }
    used += word;
  }
  return columns <= MOST_COLUMNS ? columns : null;
}

/** A hand needs no name where there is no room for one. */
function topOf(isMine: boolean, isBacks: boolean, isLow: boolean): number {
  if (isMine) return isLow ? LIFT : LABEL + LIFT;
  if (isLow) return isBacks ? 0 : LOW_LABEL;
  return LABEL;
}

/** Cards that are drawn together: equal ones where there are many, and those that lie behind another. */
function grouped({ pile: { cards }, index }: Found, isEach: boolean, shape: Shape): { groups: number[][]; behind: Map<number, number[]> } {
  const behind = new Map<number, number[]>();
  if (shape === 'pile') return { groups: cards.length > 0 ? [cards.map((_, at) => at)] : [], behind };
  const free: number[] = [];
  cards.forEach((card, at) => {
    const host = card.attached_to;
    const isHere = host !== null && host.pile === index && host.card !== at && cards[host.card]?.attached_to === null;
    if (host && isHere) behind.set(host.card, [...(behind.get(host.card) ?? []), at]);
    else free.push(at);
  });
  if (isEach) return { groups: free.map((at) => [at]), behind };
  const same = new Map<string, number[]>();
  for (const at of free) {
    const look = lookOf(cards[at] as Card, at);
    same.set(look, [...(same.get(look) ?? []), at]);
  }
  const groups = [...same.values()].flatMap((all) => (all.length >= MANY ? [all] : all.map((at) => [at])));
  return { groups: groups.sort((one, other) => (one[0] ?? 0) - (other[0] ?? 0)), behind };
}

/** What is seen of a card: those that look the same are copies. A back alone is nobody's copy. */
function lookOf(card: Card, at: number): string {
  if (card.face === null || card.attached_to !== null) return `#${at}`;
  const marks = card.marks.map((mark) => `${mark.id}=${mark.value}`).join();
  return [card.face, card.back, card.down, card.tapped, marks].join('/');
}

/** Lines from the far edge to the near one. Rows count from the player's edge; a row of nothing but piles joins another. */
function linesOf(items: Item[], isNear: boolean): Line[] {
  const rows = new Map<number, Item[]>();
  const homeless: Item[] = [];
  for (const item of items) {
    if (item.place.row === null) homeless.push(item);
    else rows.set(item.place.row, [...(rows.get(item.place.row) ?? []), item]);
  }
  const numbers = [...rows.keys()].sort((a, b) => a - b);
  const lines = numbers.map((row) => (rows.get(row) ?? []).sort((a, b) => (a.place.column ?? 0) - (b.place.column ?? 0)));
  if (homeless.length > 0) lines.push(homeless);
  if (isNear) lines.reverse();
  return lines;
}

const isPiles = (line: Line): boolean => line.every((item) => item.shape === 'pile' && (item.isEmpty || item.place.role !== 'play'));
const isNothing = (line: Line): boolean => line.every((item) => item.isEmpty && item.shape !== 'slots');

/** Lines that are packed together. */
function packed(lines: Line[], how: Packing, size: number, width: number): Line[] {
  const { level, isUpright } = how;
  const result: Line[] = [];
  const room = (line: Line): number => line.reduce((sum, item) => sum + wish(item, size, isUpright), 0) + GAP * (line.length - 1);
  // Cards in play are made to overlap last, and not as much as others.
  const narrow = (item: Item): number => {
    const [most, least] = [wish(item, size, isUpright), need(item, size, isUpright)];
    if (item.place.role !== 'play') return least;
    return level < 3 ? most : Math.max(least, most * TIGHTEST_PLAY);
  };
  const least = (line: Line): number => line.reduce((sum, item) => sum + narrow(item), 0) + GAP * (line.length - 1);
  const canJoin = (one: Line, other: Line): boolean => {
    const both = [...one, ...other];
    if (both.some((item) => item.shape === 'cascade')) return false;
    if (isNothing(one) && isNothing(other)) return room(both) <= width;
    if (level === 0) return false;
    if (isPiles(one) || isPiles(other)) return room(both) <= width;
    return (level === 1 ? room(both) : least(both)) <= width;
  };
  for (const line of lines) {
    const last = result.at(-1);
    if (last && canJoin(last, line)) result[result.length - 1] = [...last, ...line];
    else result.push(line);
  }
  return result;
}

// ---- How much room it takes ------------------------------------------------------------------------------------------

const widthOf = (item: Item, size: number): number => Math.max(SMALLEST, Math.round(size * item.factor));

/** Cards that are turned sideways are wider. */
const turnedOf = (item: Item): number => item.turned;

/** How much room a name takes that stands beside cards; nothing where it stands above them. */
function besideOf(item: Item, size: number, isUpright: boolean): number {
  if (item.upright === null || !(isUpright || item.isAlwaysUpright) || (item.isEmpty && item.shape !== 'slots')) return 0;
  // It is asked again and again for the same height while sizes are tried.
  const height = heightOf(widthOf(item, size)) + PAD;
  if (item.asked.height !== height) item.asked = { height, beside: (uprightColumns(item.upright, height) ?? 0) * UPRIGHT };
  return item.asked.beside;
}

const labelOf = (item: Item, size: number, isUpright: boolean): number => (besideOf(item, size, isUpright) > 0 ? 0 : item.label);
const edgeOf = (item: Item, size: number, isUpright: boolean): number => 2 * PAD + besideOf(item, size, isUpright);
const aboveOf = (item: Item, size: number, isUpright: boolean): number => (besideOf(item, size, isUpright) > 0 ? 0 : item.top);

/** Everything that follows from a size follows from the width of the cards and from where names stand. */
const knownAt = (item: Item, size: number, isUpright: boolean): number => 2 * widthOf(item, size) + Number(isUpright);

/** The width with which nothing of it overlaps. */
function wish(item: Item, size: number, isUpright: boolean): number {
  const { wished } = item;
  const at = knownAt(item, size, isUpright);
  if (wished.at !== at) {
    wished.at = at;
    wished.width = wishAt(item, size, isUpright);
  }
  return wished.width;
}

/** The width that it must have. */
function need(item: Item, size: number, isUpright: boolean): number {
  const { needed } = item;
  const at = knownAt(item, size, isUpright);
  if (needed.at !== at) {
    needed.at = at;
    needed.width = needAt(item, size, isUpright);
  }
  return needed.width;
}

function wishAt(item: Item, size: number, isUpright: boolean): number {
  const cw = widthOf(item, size);
  const edge = edgeOf(item, size, isUpright);
  const least = Math.max(labelOf(item, size, isUpright), item.isEmpty ? 0 : cw + edge);
  if (item.shape === 'slots') return Math.max(least, slotsOf(item) * (cw + CARD_GAP) + edge);
  // A pile of the table to which cards will come has the room of a card.
  if (item.isEmpty) return item.shape === 'pile' && item.isShared ? Math.max(least, cw + edge) : least;
  if (item.shape === 'pile' || item.shape === 'cascade') return Math.max(least, cw + edge);
  const count = item.groups.length;
  if (item.shape === 'backs') return Math.max(least, cw + (Math.min(count, MOST_BACKS) - 1) * cw * 0.4 + edge);
  return Math.max(least, count * (cw + CARD_GAP) + turnedOf(item) * cw * 0.22 + edge);
}

function needAt(item: Item, size: number, isUpright: boolean): number {
  const cw = widthOf(item, size);
  const edge = edgeOf(item, size, isUpright);
  const label = labelOf(item, size, isUpright);
  if (item.shape === 'row' && !item.isEmpty) {
    const count = item.groups.length;
    return Math.max(label, cw * (1 + (count - 1) * TIGHTEST) + (turnedOf(item) > 0 ? cw * 0.3 : 0) + edge);
  }
  if (item.shape === 'backs') return Math.max(label, cw * 1.6 + edge);
  if (item.isEmpty && item.shape === 'pile') return label;
  return wish(item, size, isUpright);
}

const slotsOf = (item: Item): number => item.place.slots ?? item.groups.length;

/** How many lines of cards a zone has that is so wide. */
function linesIn(item: Item, size: number, width: number, edge: number): number {
  if (item.shape !== 'row' || item.isEmpty) return 1;
  const cw = widthOf(item, size);
  const isGrid = item.place.layout === 'grid' || item.spread;
  const count = item.groups.length + (isGrid ? turnedOf(item) * 0.25 : 0);
  const step = isGrid ? cw + CARD_GAP : cw * TIGHTEST;
  const fits = Math.max(1, isGrid ? Math.floor((width - edge + CARD_GAP + 0.5) / step) : Math.floor((width - edge - cw + 1.5) / step) + 1);
  return Math.ceil(count / fits - 0.001);
}

function heightIn(item: Item, size: number, width: number, edge: number): number {
  const ch = heightOf(widthOf(item, size));
  if (item.shape === 'cascade') return ch + steps(item, ch).reduce((sum, step) => sum + step, 0);
  const count = linesIn(item, size, width, edge);
  return count * ch + (count - 1) * CARD_GAP;
}

/** How far each card of a cascade lies below the one before it. The pile's first card is on top. */
function steps(item: Item, ch: number): number[] {
  const cards = item.groups.map((group) => item.pile.cards[group[0] ?? -1]).reverse();
  return cards.slice(0, -1).map((card) => Math.round(ch * (card?.face === null || card?.down ? 0.09 : 0.19)));
}

/** A line as it lies in so much width: several lines if there is no other way. */
function fit(line: Line, size: number, width: number, isUpright: boolean): Fitted[] {
  if (line.length === 0) return [];
  const gaps = GAP * (line.length - 1);
  const least = line.reduce((sum, item) => sum + need(item, size, isUpright), 0) + gaps;
  if (least > width && line.length > 1) {
    // Columns stay side by side as long as their cards can be read.
    const readable = line.reduce((sum, item) => sum + need(item, READABLE, isUpright), 0) + gaps;
    if (readable <= width && line.some((item) => item.shape === 'cascade')) return [{ placed: [], height: TOO_TALL }];
    const at = splitAt(line, size, width, isUpright);
    return [...fit(line.slice(0, at), size, width, isUpright), ...fit(line.slice(at), size, width, isUpright)];
  }
  const wishes = line.map((item) => Math.min(width, wish(item, size, isUpright)));
  const total = wishes.reduce((sum, one) => sum + one, 0) + gaps;
  const placed = squeezed(line, wishes, Math.max(0, total - width), (item) => Math.min(width, need(item, size, isUpright)));
  if (isNothing(line)) return [{ placed, height: STRIP }];
  // Fixed places cannot lie upon each other: such cards are too large.
  if (least > width && line.some((item) => item.shape === 'slots')) return [{ placed, height: TOO_TALL }];
  const filled = placed.filter(({ item }) => !item.isEmpty || item.shape === 'slots');
  const tallest = Math.max(...filled.map(({ item, width: own }) => heightIn(item, size, own, edgeOf(item, size, isUpright)) + aboveOf(item, size, isUpright)));
  return [{ placed, height: tallest + 2 * PAD }];
}

/** The widths that are left when so much is too wide: cards in play overlap last. */
function squeezed(line: Line, wishes: number[], over: number, least: (item: Item) => number): Placed[] {
  const spare = line.map((item, at) => (wishes[at] ?? 0) - least(item));
  const spareOf = (isPlay: boolean): number => line.reduce((sum, item, at) => sum + ((item.place.role === 'play') === isPlay ? (spare[at] ?? 0) : 0), 0);
  const quiet = Math.min(over, spareOf(false));
  const taken = (item: Item, at: number): number => {
    const isPlay = item.place.role === 'play';
    const all = spareOf(isPlay);
    return all > 0 ? ((isPlay ? over - quiet : quiet) * (spare[at] ?? 0)) / all : 0;
  };
  return line.map((item, at) => ({ item, width: Math.floor((wishes[at] ?? 0) - taken(item, at)) }));
}

function splitAt(line: Line, size: number, width: number, isUpright: boolean): number {
  let sum = 0;
  for (let at = 0; at < line.length; at += 1) {
    sum += need(line[at] as Item, size, isUpright) + GAP;
    if (sum - GAP > width && at > 0) return at;
  }
  return line.length - 1;
}

// ---- The rectangles --------------------------------------------------------------------------------------------------

function made(parts: Parts, room: Room, how: Packing, size: number): Plan {
  // On a low screen the question and the values stand beside the table.
  const isBeside = room.height < LOW && room.width >= COLUMN_FROM && room.prompt > 0;
  const width = isBeside ? room.width - COLUMN - GAP : room.width;
  const plan: Plan = {
    width, height: 0, given: room.height, card: Math.round(size), size, isTight: parts.isTight, zones: [], heads: [], blocks: [],
    own: { x: 0, y: 0, width, height: 0 }, prompt: { x: 0, y: 0, width, height: room.prompt }, isBeside, isBare: parts.isBare, near: parts.near,
  };
  const head = (seat: number | null): number => room.heads.get(seat === null ? 'table' : String(seat)) ?? 0;
  const lines = (all: Line[]): Fitted[] => packed(all, how, size, width).flatMap((line) => fit(line, size, width, how.isUpright));
  let y = parts.isDuel ? rival(plan, parts, size, how, head) : seatsAround(plan, parts, size, how, head);

  const join = how.level === 4;
  const between = lines(join ? [...parts.shared, ...parts.own.lines] : parts.shared);
  const near = join ? [] : lines(parts.own.lines);
  const watched = parts.own.isWatched ? besideHead(parts.own.hand, size, plan.width, how) : NO_HAND;
  if (watched.isOpen) near.push(...lines([parts.own.hand]));
  const hand = parts.own.isWatched ? null : handLine(parts.own.hand, size, plan, how);
  const tall = (all: Fitted[]): number => all.reduce((sum, line) => sum + line.height + GAP, 0);
  const valuesOfTable = isBeside ? 0 : head(null);
  const mine = Math.max(isBeside ? 0 : head(parts.own.seat), watched.height);
  const question = isBeside ? 0 : room.prompt;
  const total = y + (valuesOfTable > 0 ? valuesOfTable + GAP : 0) + tall(between) + tall(near) + (mine > 0 ? mine + GAP : 0) + question + (hand ? GAP + hand.height : 0);
  const spare = Math.max(0, room.height - total);
  // What is left over separates the sides.
  const gaps = Number(parts.others.length > 0) + Number(near.length > 0) + 1;
  const gap = spare / gaps;
  if (parts.others.length > 0) y += gap;
  if (valuesOfTable > 0) {
    plan.heads.push({ seat: null, box: { x: 0, y, width, height: valuesOfTable }, aside: [] });
    y += valuesOfTable + GAP;
  }
  y = stack(plan, between, y, 0, width, size, how);
  if (near.length > 0) y += gap;
  plan.own = { x: 0, y, width, height: 0 };
  y = stack(plan, near, y, 0, width, size, how);
  // Where nothing lies on the table the question takes its place.
  if (plan.isBare && !isBeside) {
    plan.prompt = { x: 0, y, width, height: room.prompt };
    y += room.prompt;
  }
  y += gap;
  for (const line of watched.lines) placeLine(plan, line, width - watched.width + GAP, y, watched.width - GAP, size, how);
  if (isBeside) y += mine > 0 ? mine + GAP : 0;
  else {
    plan.heads.push({ seat: parts.own.seat, box: { x: 0, y, width: width - watched.width, height: mine }, aside: parts.own.aside });
    if (mine > 0) y += mine + GAP;
    if (!plan.isBare) {
      plan.prompt = { x: 0, y, width, height: room.prompt };
      y += room.prompt;
    }
  }
  if (hand) {
    if (question > 0 || near.length + between.length > 0) y += GAP;
    placeLine(plan, hand, 0, y, width, size, how);
    y += hand.height;
  }
  plan.own.height = y - plan.own.y;
  plan.height = Math.ceil(y - 0.5);
  if (isBeside) column(plan, parts, room, head);
  plan.width = room.width;
  return plan;
}

const isBare = ({ others, shared, own }: Omit<Parts, 'isBare' | 'isTight'>): boolean => [...others, own].every((side) => [...side.lines.flat(), ...side.hand].every((item) => item.isEmpty)) && shared.flat().every((item) => item.isEmpty);

/** On a low screen: the other side's values above, the table's and the own ones below, and the question between them. */
function column(plan: Plan, parts: Parts, room: Room, head: (seat: number | null) => number): void {
  const x = plan.width + GAP;
  const place = (seat: number | null, y: number, aside: Aside[]): void => void plan.heads.push({ seat, box: { x, y, width: COLUMN, height: head(seat) }, aside });
  let top = 0;
  const rivalHead = parts.isDuel ? plan.heads.find((one) => one.seat === parts.others[0]?.seat) : undefined;
  if (rivalHead) {
    rivalHead.box = { x, y: 0, width: COLUMN, height: head(rivalHead.seat) };
    top = rivalHead.box.height + GAP;
  }
  let bottom = room.height;
  if (head(parts.own.seat) > 0) bottom -= head(parts.own.seat);
  place(parts.own.seat, bottom, parts.own.aside);
  if (head(null) > 0) bottom -= head(null) + GAP;
  place(null, bottom, []);
  plan.prompt = { x, y: top, width: COLUMN, height: Math.max(60, bottom - GAP - top) };
  if (plan.isBare) plan.prompt = { x: 0, y: 0, width: plan.width, height: room.height - STRIP - GAP };
}

/** The hand of somebody else, which lies beside name and values; nothing if its cards are seen and need a line. */
type Beside = { lines: Fitted[]; width: number; height: number; isOpen: boolean };
const NO_HAND: Beside = { lines: [], width: 0, height: 0, isOpen: false };

function besideHead(hand: Line, size: number, width: number, how: Packing): Beside {
  const held = hand.filter((item) => !item.isEmpty);
  if (held.length === 0) return NO_HAND;
  if (held.some((item) => item.shape !== 'backs')) return { ...NO_HAND, isOpen: true };
  const all = held.reduce((sum, item) => sum + Math.min(wish(item, size, how.isUpright), width * 0.45) + GAP, 0);
  const lines = fit(held, size, all - GAP, how.isUpright);
  return { lines, width: all, height: lines.reduce((sum, line) => sum + line.height, 0), isOpen: false };
}

/** One other player: name, values and hand in one line, then their side. */
function rival(plan: Plan, parts: Parts, size: number, how: Packing, head: (seat: number) => number): number {
  const side = parts.others[0] as Side;
  const { width, isBeside } = plan;
  let y = 0;
  const hand = isBeside ? NO_HAND : besideHead(side.hand, size, width, how);
  const headHeight = isBeside ? 0 : head(side.seat);
  const height = Math.max(headHeight, hand.height);
  plan.heads.push({ seat: side.seat, box: { x: 0, y, width: width - hand.width, height: headHeight }, aside: side.aside });
  for (const line of hand.lines) placeLine(plan, line, width - hand.width + GAP, y, hand.width - GAP, size, how);
  y += height + (height > 0 ? GAP : 0);
  const held = side.hand.filter((item) => !item.isEmpty);
  const lines = (isBeside || hand.isOpen) && held.length > 0 ? [held, ...side.lines] : side.lines;
  y = stack(plan, packed(lines, how, size, width).flatMap((line) => fit(line, size, width, how.isUpright)), y, 0, width, size, how);
  plan.blocks.push({ seat: side.seat, box: { x: 0, y: 0, width, height: Math.max(0, y - GAP) } });
  return y;
}

const NARROWEST_SEAT = 116;

/** Several other players: a block for each, side by side; the more, the smaller. */
function seatsAround(plan: Plan, parts: Parts, size: number, how: Packing, head: (seat: number) => number): number {
  const count = parts.others.length;
  if (count === 0) return 0;
  const most = Math.max(1, Math.floor((plan.width + GAP) / (NARROWEST_SEAT + GAP)));
  const columns = Math.ceil(count / Math.ceil(count / Math.min(count, most)));
  const width = (plan.width - GAP * (columns - 1)) / columns;
  const inner = width - 2 * PAD;
  let y = 0;
  for (let first = 0; first < count; first += columns) {
    const row = parts.others.slice(first, first + columns);
    const blocks = row.map((side) => {
      const items = side.lines.flat();
      // What is empty is not worth a line of its own.
      const isWorth = items.filter((item) => !item.isEmpty || item.place.role === 'play');
      return { side, lines: fit(isWorth.length > 0 ? isWorth : items, size, inner, how.isUpright) };
    });
    const tallest = Math.max(...blocks.map(({ side, lines }) => head(side.seat) + GAP + lines.reduce((sum, line) => sum + line.height + GAP, 0)));
    blocks.forEach(({ side, lines }, at) => {
      const x = at * (width + GAP);
      plan.heads.push({ seat: side.seat, box: { x, y, width, height: head(side.seat) }, aside: side.aside });
      stack(plan, lines, y + head(side.seat) + GAP / 2, x + PAD, inner, size, how);
      plan.blocks.push({ seat: side.seat, box: { x, y, width, height: tallest } });
    });
    y += tallest + GAP;
  }
  return y;
}

function stack(plan: Plan, lines: Fitted[], from: number, x: number, width: number, size: number, how: Packing): number {
  let y = from;
  for (const line of lines) {
    placeLine(plan, line, x, y, width, size, how);
    y += line.height + GAP;
  }
  return y;
}

function placeLine(plan: Plan, line: Fitted, left: number, y: number, width: number, size: number, how: Packing): void {
  if (how.isMeasured) return;
  const total = line.placed.reduce((sum, { width: own }) => sum + own, 0) + GAP * (line.placed.length - 1);
  let x = left + Math.max(0, (width - total) / 2);
  const isStrip = line.placed.every(({ item }) => item.isEmpty && item.shape !== 'slots');
  for (const { item, width: own } of line.placed) {
    plan.zones.push(laidOf(item, { x, y, width: own, height: line.height }, item.isHand ? handSize(size, plan, line.placed.map((one) => one.item)) : size, isStrip, how.isUpright));
    x += own + GAP;
  }
}

/** Cards in hand are the largest, and never too small to be read. */
function handSize(size: number, { width, given }: Plan, hands: Line): number {
  const least = width < PHONE || given < PHONE_HEIGHT ? 58 : 92;
  // Larger cards that hide each other tell less than smaller ones that do not.
  const count = Math.max(1, ...hands.map((item) => item.groups.length));
  const most = (width / hands.length / count) * 1.3;
  return Math.max(Math.min(size * (given < LOW ? 1.05 : 1.3), most), least) / 1.3;
}

/** The own hand, whole: cards overlap as far as they must, and lie in two lines before nothing of them can be seen. */
function handLine(hands: Line, size: number, plan: Plan, how: Packing): Fitted | null {
  const { width } = plan;
  if (hands.length === 0) return null;
  const held = hands.filter((item) => !item.isEmpty);
  const line = held.length > 0 ? held : hands.slice(0, 1);
  if (held.length === 0) return { placed: line.map((item) => ({ item, width: Math.max(item.label, 120) })), height: STRIP };
  const each = (width - GAP * (line.length - 1)) / line.length;
  const own = handSize(size, plan, line);
  const placed = line.map((item) => ({ item, width: Math.floor(Math.min(each, wish(item, own, how.isUpright))) }));
  const rows = Math.max(...placed.map(({ item, width: all }) => handRows(item, own, all)));
  const ch = heightOf(widthOf(line[0] as Item, own));
  const top = Math.max(...line.map((item) => item.top));
  return { placed, height: rows * ch + (rows - 1) * CARD_GAP + top + 2 * PAD + 4 };
}

const LEAST_SEEN = 15;

function handRows(item: Item, size: number, width: number): number {
  const cw = widthOf(item, size);
  const fits = Math.max(1, Math.floor((width - 2 * PAD - cw) / LEAST_SEEN) + 1);
  return Math.ceil(item.groups.length / fits);
}

function laidOf(item: Item, box: Box, size: number, isStrip: boolean, isUpright: boolean): Laid {
  const cw = widthOf(item, size);
  const beside = isStrip ? 0 : besideOf(item, size, isUpright);
  const top = aboveOf(item, size, isUpright) + PAD;
  const left = PAD + beside;
  const inner = { x: left, y: top, width: box.width - left - PAD, height: box.height - top - PAD };
  const slots = item.shape === 'slots' ? slotBoxes(item, cw, inner) : [];
  const spots = isStrip ? [] : spotsOf(item, cw, inner, slots, size);
  const { index, pile, place, spread, shape } = item;
  return { index, pile, place, box, cw, spots, slots, isStrip, spread, shape, isHand: item.isHand, beside, naming: beside > 0 ? 'beside' : isStrip || item.top >= LOW_LABEL ? 'above' : 'none' };
}

function slotBoxes(item: Item, cw: number, inner: Box): Box[] {
  const count = slotsOf(item);
  const step = inner.width / count;
  const ch = heightOf(cw);
  return Array.from({ length: count }, (_, at) => ({ x: inner.x + at * step + (step - cw) / 2, y: inner.y, width: cw, height: ch }));
}

function spotsOf(item: Item, cw: number, inner: Box, slots: Box[], size: number): Spot[] {
  const ch = heightOf(cw);
  const spot = (cards: number[], x: number, y: number, z: number): Spot => ({ cards, x, y, z, behind: false });
  let spots: Spot[];
  if (item.shape === 'slots') {
    spots = item.groups.map((group, at) => {
      const slot = slots[item.pile.cards[group[0] ?? 0]?.slot ?? at] ?? slots[0] ?? inner;
      return spot(group, slot.x, slot.y, at);
    });
  } else if (item.shape === 'pile') {
    spots = item.groups.map((group) => spot(group, inner.x + (inner.width - cw) / 2, inner.y, 0));
  } else if (item.shape === 'cascade') {
    const down = steps(item, ch);
    let y = inner.y;
    spots = [...item.groups].reverse().map((group, at) => {
      const here = spot(group, inner.x + (inner.width - cw) / 2, y, at);
      y += down[at] ?? 0;
      return here;
    });
  } else spots = rowSpots(item, cw, ch, inner, size, spot);
  return spots.flatMap((one) => {
    const under = item.behind.get(one.cards[0] ?? -1) ?? [];
    const back = under.map((at, step) => ({ ...spot([at], one.x + cw * 0.1 * (step + 1), Math.max(0, one.y - cw * 0.12 * (step + 1)), one.z - 0.5), behind: true }));
    return [...back.reverse(), one];
  });
}

function rowSpots(item: Item, cw: number, ch: number, inner: Box, size: number, spot: (cards: number[], x: number, y: number, z: number) => Spot): Spot[] {
  // Many backs are a fan with a number.
  const shown = item.shape === 'backs' ? item.groups.slice(0, MOST_BACKS) : item.groups;
  const rest = item.shape === 'backs' ? item.groups.slice(MOST_BACKS).flat() : [];
  // Of a fan that is no hand the pile's first card is the top one.
  const groups = item.place.layout === 'fan' && item.place.role !== 'hand' ? [...shown].reverse() : shown;
  const count = item.isHand ? handRows(item, size, inner.width + 2 * PAD) : linesIn(item, size, inner.width, 0);
  const each = Math.ceil(groups.length / count);
  const spots: Spot[] = [];
  for (let line = 0; line < count; line += 1) {
    const row = groups.slice(line * each, (line + 1) * each);
    const widths = row.map((group) => cw * (item.pile.cards[group[0] ?? -1]?.tapped && item.place.role !== 'hand' ? 1.22 : 1));
    const last = widths.at(-1) ?? cw;
    const free = inner.width - last;
    const want = widths.slice(0, -1).reduce((sum, own) => sum + own + CARD_GAP, 0);
    const scale = Math.min(item.shape === 'backs' ? 0.4 : 1, want > 0 ? free / want : 1);
    let x = inner.x + Math.max(0, (inner.width - want * scale - last) / 2);
    row.forEach((group, at) => {
      const own = widths[at] ?? cw;
      const cards = line === 0 && at === 0 ? [...group, ...rest] : group;
      spots.push(spot(cards, x + (own - cw) / 2, inner.y + line * (ch + CARD_GAP), spots.length));
      x += (own + CARD_GAP) * scale;
    });
  }
  return spots;
}
