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
  /** Whether its name is shown. */
  isNamed: boolean;
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
  zones: Laid[];
  /** The lines with names and values: of other seats, of the table, and the own one. */
  heads: Head[];
  /** The blocks of other seats. */
  blocks: { seat: number; box: Box }[];
  own: Box;
  prompt: Box;
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
  isEmpty: boolean;
  spread: boolean;
  isHand: boolean;
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
const PAD = 3;
const STRIP = 22;
const LIFT = 9;
const TIGHTEST = 0.35;
const SMALLEST = 20;
/** So many equal cards in a zone are one stack. */
const MANY = 4;
const MOST_BACKS = 10;
/** More cards than this to choose from are shown in a window of their own. */
export const MOST_SPREAD = 26;

const heightOf = (cw: number): number => Math.round(cw * RATIO);

/** How wide a name is: letters of the alphabet are narrower than others. */
export function textWidth(text: string): number {
  let width = 0;
  for (const letter of text) width += letter.charCodeAt(0) > 0x2000 ? 12 : 6.6;
  return Math.ceil(width);
}

const WHOLE_ROOM: Room = { width: 1000, height: 700, prompt: 56, heads: new Map() };

/** `openOf`: what can be chosen of a pile; such a pile is drawn, even if the game gives it no place. */
export function board(welcome: Welcome, state: State, room: Room = WHOLE_ROOM, openOf: (index: number) => Open = () => ({ pile: false, cards: [] })): Plan {
  const parts = sorted(welcome, state, openOf, room.height < LOW);
  const most = Math.min(160, Math.max(60, Math.min(room.height * 0.17, room.width * 0.22)));
  let best: { level: number; size: number } | null = null;
  for (const level of LEVELS) {
    const size = largest(parts, room, level, most);
    if (size === null) continue;
    // What is packed more tightly must be worth it: authors had a reason for their rows.
    if (!best || size > best.size * 1.1) best = { level, size };
  }
  return made(parts, room, best?.level ?? 3, best?.size ?? SMALLEST);
}

/** How tightly things are packed: as the game says; lines together that fit; that fit overlapping; across sides, too. */
const LEVELS = [0, 1, 2, 3];

type Side = { seat: number; lines: Line[]; hand: Line; aside: Aside[] };
type Parts = { others: Side[]; shared: Line[]; own: Side; viewer: number | null; isDuel: boolean };

function largest(parts: Parts, room: Room, level: number, most: number): number | null {
  let low = SMALLEST;
  let high = most;
  if (made(parts, room, level, low).height > room.height) return null;
  if (made(parts, room, level, high).height <= room.height) return high;
  while (high - low > 0.5) {
    const middle = (low + high) / 2;
    if (made(parts, room, level, middle).height <= room.height) low = middle;
    else high = middle;
  }
  return low;
}

// ---- What lies where -------------------------------------------------------------------------------------------------

function sorted(welcome: Welcome, state: State, openOf: (index: number) => Open, isLow: boolean): Parts {
  const places = new Map(welcome.zones.map((zone) => [zone.zone, zone]));
  const all = state.piles.flatMap((pile, index): Found[] => {
    const place = places.get(pile.zone);
    // Where no card lies under another, nothing is drawn.
    if (!place || (place.role === 'under' && pile.cards.length === 0)) return [];
    return [{ index, pile, place }];
  });
  const seats = welcome.seats.map((seat) => seat.seat);
  const viewer = welcome.seat;
  const order = viewer === null ? seats : seats.slice(viewer + 1).concat(seats.slice(0, viewer));
  const isDuel = order.length === 1;
  const hasPlaces = welcome.zones.some((zone) => zone.row !== null);
  const side = (found: Found[], seat: number, whose: Whose): Side => {
    const isAside = (one: Found): boolean =>
      hasPlaces && one.place.row === null && !['hand', 'play', 'under'].includes(one.place.role) && !openOf(one.index).pile && openOf(one.index).cards.length === 0;
    const aside = found.filter((one) => isAside(one) && (one.pile.count ?? one.pile.cards.length) > 0);
    const items = found.filter((one) => !isAside(one)).map((one) => itemOf(one, whose, openOf(one.index), isLow));
    const isHand = (item: Item): boolean => item.place.role === 'hand' && (whose !== 'seat' || isDuel);
    const hands = items.filter(isHand);
    return { seat, lines: linesOf(items.filter((item) => !isHand(item)), whose === 'mine' || whose === 'table'), hand: hands, aside };
  };
  const others = order.map((seat) => side(all.filter(({ pile }) => pile.owner === seat), seat, isDuel ? 'rival' : 'seat'));
  const mine = all.filter(({ pile }) => viewer !== null && pile.owner === viewer);
  const shared = all.filter(({ pile }) => pile.owner === null);
  const own = side(mine, viewer ?? -1, 'mine');
  const table = side(shared, -1, 'table');
  own.aside.push(...table.aside);
  return { others, shared: [...table.lines, ...(table.hand.length > 0 ? [table.hand] : [])], own, viewer, isDuel };
}

type Whose = 'mine' | 'table' | 'rival' | 'seat';

function factorOf(place: ZonePlace, whose: Whose, isBacks: boolean): number {
  const isPlay = place.role === 'play';
  if (place.role === 'hand') {
    if (whose === 'mine') return 1.3;
    if (whose === 'rival') return isBacks ? 0.4 : 0.7;
    if (whose === 'seat') return isBacks ? 0.36 : 0.5;
  }
  if (place.role === 'under') return 0.55;
  if (whose === 'mine') return isPlay ? 1 : 0.86;
  if (whose === 'table') return 1;
  if (whose === 'rival') return isPlay ? 1 : 0.76;
  return isPlay ? 0.72 : 0.44;
}

function itemOf(found: Found, whose: Whose, open: Open, isLow: boolean): Item {
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
    factor: factorOf(place, whose, isBacks),
    top: topOf(isMine, place.role === 'hand' && isBacks, isLow),
    label: textWidth(place.name + count) + 2 * PAD + 10,
    isEmpty,
    spread,
    isHand: isMine,
  };
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
function packed(lines: Line[], level: number, size: number, width: number): Line[] {
  const result: Line[] = [];
  const room = (line: Line): number => line.reduce((sum, item) => sum + wish(item, size), 0) + GAP * (line.length - 1);
  const least = (line: Line): number => line.reduce((sum, item) => sum + need(item, size), 0) + GAP * (line.length - 1);
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
const turnedOf = (item: Item): number => item.groups.filter((group) => item.pile.cards[group[0] ?? -1]?.tapped).length;

/** The width with which nothing of it overlaps. */
function wish(item: Item, size: number): number {
  const cw = widthOf(item, size);
  const least = Math.max(item.label, item.isEmpty ? 0 : cw + 2 * PAD);
  if (item.shape === 'slots') return Math.max(least, slotsOf(item) * (cw + CARD_GAP) + 2 * PAD);
  if (item.isEmpty) return least;
  if (item.shape === 'pile' || item.shape === 'cascade') return Math.max(least, cw + 2 * PAD);
  const count = item.groups.length;
  if (item.shape === 'backs') return Math.max(least, cw + (Math.min(count, MOST_BACKS) - 1) * cw * 0.4 + 2 * PAD);
  return Math.max(least, count * (cw + CARD_GAP) + turnedOf(item) * cw * 0.22 + 2 * PAD);
}

/** The width that it must have. */
function need(item: Item, size: number): number {
  const cw = widthOf(item, size);
  if (item.shape === 'row' && !item.isEmpty) {
    const count = item.groups.length;
    return Math.max(item.label, cw * (1 + (count - 1) * TIGHTEST) + (turnedOf(item) > 0 ? cw * 0.3 : 0) + 2 * PAD);
  }
  if (item.shape === 'backs') return Math.max(item.label, cw * 1.6 + 2 * PAD);
  return wish(item, size);
}

const slotsOf = (item: Item): number => item.place.slots ?? item.groups.length;

/** How many lines of cards a zone has that is so wide. */
function linesIn(item: Item, size: number, width: number): number {
  if (item.shape !== 'row' || item.isEmpty) return 1;
  const cw = widthOf(item, size);
  const isGrid = item.place.layout === 'grid' || item.spread;
  const count = item.groups.length + turnedOf(item) * 0.25;
  const step = isGrid ? cw + CARD_GAP : cw * TIGHTEST;
  const fits = Math.max(1, isGrid ? Math.floor((width - 2 * PAD + CARD_GAP + 0.5) / step) : Math.floor((width - 2 * PAD - cw + 0.5) / step) + 1);
  return Math.ceil(count / fits - 0.001);
}

function heightIn(item: Item, size: number, width: number): number {
  const ch = heightOf(widthOf(item, size));
  if (item.shape === 'cascade') return ch + steps(item, ch).reduce((sum, step) => sum + step, 0);
  const count = linesIn(item, size, width);
  return count * ch + (count - 1) * CARD_GAP;
}

/** How far each card of a cascade lies below the one before it. The pile's first card is on top. */
function steps(item: Item, ch: number): number[] {
  const cards = item.groups.map((group) => item.pile.cards[group[0] ?? -1]).reverse();
  return cards.slice(0, -1).map((card) => Math.round(ch * (card?.face === null || card?.down ? 0.09 : 0.19)));
}

/** A line as it lies in so much width: several lines if there is no other way. */
function fit(line: Line, size: number, width: number): Fitted[] {
  if (line.length === 0) return [];
  const gaps = GAP * (line.length - 1);
  const least = line.reduce((sum, item) => sum + need(item, size), 0) + gaps;
  if (least > width && line.length > 1) {
    const at = splitAt(line, size, width);
    return [...fit(line.slice(0, at), size, width), ...fit(line.slice(at), size, width)];
  }
  const wishes = line.map((item) => Math.min(width, wish(item, size)));
  const total = wishes.reduce((sum, one) => sum + one, 0) + gaps;
  const over = Math.max(0, total - width);
  const spare = line.map((item, at) => (wishes[at] ?? 0) - Math.min(width, need(item, size)));
  const all = spare.reduce((sum, one) => sum + one, 0);
  const placed = line.map((item, at) => ({ item, width: Math.floor((wishes[at] ?? 0) - (all > 0 ? (over * (spare[at] ?? 0)) / all : 0)) }));
  if (isNothing(line)) return [{ placed, height: STRIP }];
  const filled = placed.filter(({ item }) => !item.isEmpty || item.shape === 'slots');
  const tallest = Math.max(...filled.map(({ item, width: own }) => heightIn(item, size, own) + item.top));
  return [{ placed, height: tallest + 2 * PAD }];
}

function splitAt(line: Line, size: number, width: number): number {
  let sum = 0;
  for (let at = 0; at < line.length; at += 1) {
    sum += need(line[at] as Item, size) + GAP;
    if (sum - GAP > width && at > 0) return at;
  }
  return line.length - 1;
}

// ---- The rectangles --------------------------------------------------------------------------------------------------

function made(parts: Parts, room: Room, level: number, size: number): Plan {
  const { width } = room;
  const plan: Plan = { width, height: 0, given: room.height, card: Math.round(size), zones: [], heads: [], blocks: [], own: { x: 0, y: 0, width, height: 0 }, prompt: { x: 0, y: 0, width, height: room.prompt } };
  const head = (seat: number | null): number => room.heads.get(seat === null ? 'table' : String(seat)) ?? 0;
  let y = 0;
  y = parts.isDuel ? rival(plan, parts, size, level, head) : seatsAround(plan, parts, size, head);

  const join = level === 3;
  const between = packed(join ? [...parts.shared, ...parts.own.lines] : parts.shared, level, size, width).flatMap((line) => fit(line, size, width));
  const near = join ? [] : packed(parts.own.lines, level, size, width).flatMap((line) => fit(line, size, width));
  const hand = handLine(parts.own.hand, size, plan);
  const tall = (lines: Fitted[]): number => lines.reduce((sum, line) => sum + line.height + GAP, 0);
  const valuesOfTable = head(null);
  const mine = head(parts.own.seat);
  const total = y + (valuesOfTable > 0 ? valuesOfTable + GAP : 0) + tall(between) + tall(near) + (mine > 0 ? mine + GAP : 0) + room.prompt + (hand ? GAP + hand.height : 0);
  const spare = Math.max(0, room.height - total);
  // What is left over separates the sides.
  const gaps = Number(parts.others.length > 0) + Number(near.length > 0) + 1;
  const gap = spare / gaps;
  if (parts.others.length > 0) y += gap;
  if (valuesOfTable > 0) {
    plan.heads.push({ seat: null, box: { x: 0, y, width, height: valuesOfTable }, aside: [] });
    y += valuesOfTable + GAP;
  }
  y = stack(plan, between, y, 0, width, size);
  if (near.length > 0) y += gap;
  plan.own = { x: 0, y, width, height: 0 };
  y = stack(plan, near, y, 0, width, size);
  y += gap;
  plan.heads.push({ seat: parts.own.seat, box: { x: 0, y, width, height: mine }, aside: parts.own.aside });
  if (mine > 0) y += mine + GAP;
  plan.prompt = { x: 0, y, width, height: room.prompt };
  y += room.prompt;
  if (hand) {
    y += GAP;
    placeLine(plan, hand, 0, y, width, size);
    y += hand.height;
  }
  plan.own.height = y - plan.own.y;
  plan.height = Math.ceil(y - 0.5);
  return plan;
}

/** One other player: name, values and hand in one line, then their side. */
function rival(plan: Plan, parts: Parts, size: number, level: number, head: (seat: number) => number): number {
  const side = parts.others[0] as Side;
  const { width } = plan;
  let y = 0;
  const backs = side.hand.filter((item) => !item.isEmpty);
  const isOpen = backs.some((item) => item.shape !== 'backs');
  const beside = isOpen ? [] : backs;
  const handWidth = beside.reduce((sum, item) => sum + Math.min(wish(item, size), width * 0.45) + GAP, 0);
  const hand = beside.length > 0 ? fit(beside, size, handWidth - GAP) : [];
  const handHeight = hand.reduce((sum, line) => sum + line.height, 0);
  const height = Math.max(head(side.seat), handHeight);
  plan.heads.push({ seat: side.seat, box: { x: 0, y, width: width - handWidth, height: head(side.seat) }, aside: side.aside });
  for (const line of hand) placeLine(plan, line, width - handWidth + GAP, y, handWidth - GAP, size);
  y += height + (height > 0 ? GAP : 0);
  const lines = isOpen ? [side.hand, ...side.lines] : side.lines;
  y = stack(plan, packed(lines, level, size, width).flatMap((line) => fit(line, size, width)), y, 0, width, size);
  plan.blocks.push({ seat: side.seat, box: { x: 0, y: 0, width, height: y - GAP } });
  return y;
}

const NARROWEST_SEAT = 116;

/** Several other players: a block for each, side by side; the more, the smaller. */
function seatsAround(plan: Plan, parts: Parts, size: number, head: (seat: number) => number): number {
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
      return { side, lines: fit(isWorth.length > 0 ? isWorth : items, size, inner) };
    });
    const tallest = Math.max(...blocks.map(({ side, lines }) => head(side.seat) + GAP + lines.reduce((sum, line) => sum + line.height + GAP, 0)));
    blocks.forEach(({ side, lines }, at) => {
      const x = at * (width + GAP);
      plan.heads.push({ seat: side.seat, box: { x, y, width, height: head(side.seat) }, aside: side.aside });
      stack(plan, lines, y + head(side.seat) + GAP / 2, x + PAD, inner, size);
      plan.blocks.push({ seat: side.seat, box: { x, y, width, height: tallest } });
    });
    y += tallest + GAP;
  }
  return y;
}

function stack(plan: Plan, lines: Fitted[], from: number, x: number, width: number, size: number): number {
  let y = from;
  for (const line of lines) {
    placeLine(plan, line, x, y, width, size);
    y += line.height + GAP;
  }
  return y;
}

function placeLine(plan: Plan, line: Fitted, left: number, y: number, width: number, size: number): void {
  const total = line.placed.reduce((sum, { width: own }) => sum + own, 0) + GAP * (line.placed.length - 1);
  let x = left + Math.max(0, (width - total) / 2);
  const isStrip = line.placed.every(({ item }) => item.isEmpty && item.shape !== 'slots');
  for (const { item, width: own } of line.placed) {
    plan.zones.push(laidOf(item, { x, y, width: own, height: line.height }, item.isHand ? handSize(size, plan, line.placed.map((one) => one.item)) : size, isStrip));
    x += own + GAP;
  }
}

const PHONE = 700;
const PHONE_HEIGHT = 560;

/** Cards in hand are the largest, and never too small to be read. */
function handSize(size: number, { width, given }: Plan, hands: Line): number {
  const least = width < PHONE || given < PHONE_HEIGHT ? 58 : 92;
  // Larger cards that hide each other tell less than smaller ones that do not.
  const count = Math.max(1, ...hands.map((item) => item.groups.length));
  const most = (width / hands.length / count) * 1.3;
  return Math.max(Math.min(size * 1.3, most), least) / 1.3;
}

/** The own hand, whole: cards overlap as far as they must, and lie in two lines before nothing of them can be seen. */
function handLine(hands: Line, size: number, plan: Plan): Fitted | null {
  const { width } = plan;
  if (hands.length === 0) return null;
  const held = hands.filter((item) => !item.isEmpty);
  const line = held.length > 0 ? held : hands.slice(0, 1);
  if (held.length === 0) return { placed: line.map((item) => ({ item, width: Math.max(item.label, 120) })), height: STRIP };
  const each = (width - GAP * (line.length - 1)) / line.length;
  const own = handSize(size, plan, line);
  const placed = line.map((item) => ({ item, width: Math.floor(Math.min(each, wish(item, own))) }));
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

function laidOf(item: Item, box: Box, size: number, isStrip: boolean): Laid {
  const cw = widthOf(item, size);
  const top = item.top + PAD;
  const inner = { x: PAD, y: top, width: box.width - 2 * PAD, height: box.height - top - PAD };
  const slots = item.shape === 'slots' ? slotBoxes(item, cw, inner) : [];
  const spots = isStrip ? [] : spotsOf(item, cw, inner, slots, size);
  const { index, pile, place, spread, shape } = item;
  return { index, pile, place, box, cw, spots, slots, isStrip, spread, shape, isHand: item.isHand, isNamed: isStrip || item.top >= LOW_LABEL };
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
  const count = item.isHand ? handRows(item, size, inner.width + 2 * PAD) : linesIn(item, size, inner.width + 2 * PAD);
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
