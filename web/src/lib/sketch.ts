/** A picture of a table from what a game says about its zones: a pure function from zones to boxes. */
import type { ZoneRole, ZoneSketch } from './wire';

type Prose = ZoneSketch['name'];

export type Side = 'theirs' | 'table' | 'mine';
export type SketchBox = { x: number; y: number; width: number; height: number; name: string; lines: string[]; role: ZoneRole; side: Side; cards: number; step: number; /** Where its cards begin, below the name. */ top: number };
export type Sketch = { width: number; height: number; boxes: SketchBox[]; sides: { side: Side; y: number; height: number }[] };

const PAD = 14;
const GAP = 8;
/** The height of the cards in a zone, and of a line of its name. */
const CARDS = 44;
const LINE = 12;
const HEAD = 22;
const CARD = 26;

/** The rows of a side, from the far edge to the near one; what has no place stands in a row of its own. */
function rowsOf(zones: ZoneSketch[], isFar: boolean): ZoneSketch[][] {
  const rows = new Map<number, ZoneSketch[]>();
  for (const zone of zones) rows.set(zone.row ?? 99, [...(rows.get(zone.row ?? 99) ?? []), zone]);
  const order = [...rows.keys()].sort((one, other) => (isFar ? one - other : other - one));
  return order.map((row) => (rows.get(row) ?? []).sort((one, other) => (one.column ?? 50) - (other.column ?? 50)));
}

const widthOf = (text: string): number => [...text].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 0x2000 ? 11 : 6.7), 0);
const EDGE = 6;

/** What of a name must stay together: words, or letters of scripts without spaces. */
const piecesOf = (name: string): string[] => (name.includes(' ') || name.charCodeAt(0) < 0x2000 ? name.split(' ').map((word, at) => (at === 0 ? word : ` ${word}`)) : [...name]);

/** A name in lines that fit. */
export function linesOf(name: string, width: number): string[] {
  if (widthOf(name) <= width - EDGE) return [name];
  const lines: string[] = [''];
  for (const word of piecesOf(name)) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && widthOf(last + word) > width - EDGE) lines.push(word.trim());
    else lines[lines.length - 1] = last + word;
  }
  return lines;
}

const MOST_LINES = 3;

/** The least width with which a name is a few lines, none wider than the zone. */
function leastOf(name: string): number {
  const widest = Math.max(...piecesOf(name).map((piece) => widthOf(piece.trim())));
  return Math.max(CARD + 16, widest + EDGE, widthOf(name) / MOST_LINES + EDGE);
}

/** `isDuel`: a side for another player is drawn, too; `width`: as wide as it will be, so that names can be read. */
export function sketch(zones: ZoneSketch[], say: (prose: Prose) => string, isDuel: boolean, width = 640): Sketch {
  const hasPlaces = zones.some((zone) => zone.row !== null);
  // Zones that lie nowhere are only shown where none has a place.
  const shown = zones.filter((zone) => !hasPlaces || zone.row !== null || zone.role === 'hand');
  const own = shown.filter((zone) => zone.per_player);
  const shared = shown.filter((zone) => !zone.per_player);
  const parts: { side: Side; zones: ZoneSketch[] }[] = [
    ...(isDuel && own.length > 0 ? [{ side: 'theirs' as const, zones: own }] : []),
    ...(shared.length > 0 ? [{ side: 'table' as const, zones: shared }] : []),
    ...(own.length > 0 ? [{ side: 'mine' as const, zones: own }] : []),
  ];
  const plan: Sketch = { width, height: 0, boxes: [], sides: [] };
  let y = 6;
  for (const part of parts) {
    const rows = rowsOf(part.zones, part.side === 'theirs').flatMap((row) => broken(row, width, say));
    let height = HEAD;
    for (const row of rows) height += place(plan, part.side, row, y + height, say) + GAP;
    plan.sides.push({ side: part.side, y, height });
    y += height + 6;
  }
  plan.height = y;
  return plan;
}

const roomOf = (row: ZoneSketch[], width: number): number => width - 2 * PAD - GAP * (row.length - 1);

/** A row as several, if there is no room for the names of its zones side by side. */
function broken(row: ZoneSketch[], width: number, say: (prose: Prose) => string): ZoneSketch[][] {
  const least = row.reduce((sum, zone) => sum + leastOf(say(zone.name)), 0);
  if (row.length === 1 || least <= roomOf(row, width)) return [row];
  const half = Math.ceil(row.length / 2);
  return [...broken(row.slice(0, half), width, say), ...broken(row.slice(half), width, say)];
}

/** The widths of zones in a row: as the game says, but none narrower than its name. */
function widthsOf(row: ZoneSketch[], room: number, say: (prose: Prose) => string): number[] {
  const units = row.map((zone) => Math.max(1, Math.min(6, zone.width ?? (zone.role === 'hand' || zone.role === 'play' ? 4 : 1))));
  const unit = Math.min(120, room / units.reduce((sum, one) => sum + one, 0));
  const least = row.map((zone) => leastOf(say(zone.name)));
  const widths = units.map((one, at) => Math.max(unit * one, least[at] ?? 0));
  const over = widths.reduce((sum, one) => sum + one, 0) - room;
  if (over <= 0) return widths;
  const spare = widths.reduce((sum, one, at) => sum + one - (least[at] ?? 0), 0);
  return widths.map((one, at) => one - (over * (one - (least[at] ?? 0))) / Math.max(1, spare));
}

/** Places the zones of a row; how tall it is. */
function place(plan: Sketch, side: Side, row: ZoneSketch[], y: number, say: (prose: Prose) => string): number {
  const widths = widthsOf(row, roomOf(row, plan.width), say);
  const names = row.map((zone, at) => linesOf(say(zone.name), widths[at] ?? 0));
  const top = 8 + LINE * Math.max(...names.map((lines) => lines.length));
  let x = (plan.width - widths.reduce((sum, one) => sum + one, 0) - GAP * (row.length - 1)) / 2;
  row.forEach((zone, at) => {
    const width = widths[at] ?? 0;
    const isRow = zone.role === 'hand' || zone.role === 'play' || zone.role === 'other';
    const step = isRow ? CARD + 4 : 4;
    const cards = isRow ? Math.max(1, Math.min(5, Math.floor((width - 16 - CARD) / step) + 1)) : 2;
    plan.boxes.push({ x, y, width, height: top + CARDS - 2, name: say(zone.name), lines: names[at] ?? [], role: zone.role, side, cards, step, top });
    x += width + GAP;
  });
  return top + CARDS;
}
