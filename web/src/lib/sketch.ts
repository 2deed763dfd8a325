/** A picture of a table from what a game says about its zones: a pure function from zones to boxes. */
import type { ZoneRole, ZoneSketch } from './wire';

type Prose = ZoneSketch['name'];

export type Side = 'theirs' | 'table' | 'mine';
export type SketchBox = { x: number; y: number; width: number; height: number; name: string; lines: string[]; role: ZoneRole; side: Side; cards: number; step: number };
export type Sketch = { width: number; height: number; boxes: SketchBox[]; sides: { side: Side; y: number; height: number }[] };

const PAD = 14;
const GAP = 8;
const HEIGHT = 64;
const HEAD = 22;
const CARD = 26;

/** The rows of a side, from the far edge to the near one; what has no place stands in a row of its own. */
function rowsOf(zones: ZoneSketch[], isFar: boolean): ZoneSketch[][] {
  const rows = new Map<number, ZoneSketch[]>();
  for (const zone of zones) rows.set(zone.row ?? 99, [...(rows.get(zone.row ?? 99) ?? []), zone]);
  const order = [...rows.keys()].sort((one, other) => (isFar ? one - other : other - one));
  return order.map((row) => (rows.get(row) ?? []).sort((one, other) => (one.column ?? 50) - (other.column ?? 50)));
}

/** A name in lines that fit. */
export function linesOf(name: string, width: number): string[] {
  const widthOf = (text: string): number => [...text].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 0x2000 ? 11 : 6), 0);
  if (widthOf(name) <= width - 6) return [name];
  const words = name.includes(' ') ? name.split(' ').map((word, at) => (at === 0 ? word : ` ${word}`)) : [...name];
  const lines: string[] = [''];
  for (const word of words) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && widthOf(last + word) > width - 6) lines.push(word.trim());
    else lines[lines.length - 1] = last + word;
  }
  return lines.slice(0, 3);
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
    const rows = rowsOf(part.zones, part.side === 'theirs');
    const height = HEAD + rows.length * (HEIGHT + GAP);
    plan.sides.push({ side: part.side, y, height });
    rows.forEach((row, at) => place(plan, part.side, row, y + HEAD + at * (HEIGHT + GAP), say));
    y += height + 6;
  }
  plan.height = y;
  return plan;
}

function place(plan: Sketch, side: Side, row: ZoneSketch[], y: number, say: (prose: Prose) => string): void {
  const units = row.map((zone) => Math.max(1, Math.min(6, zone.width ?? (zone.role === 'hand' || zone.role === 'play' ? 4 : 1))));
  const all = units.reduce((sum, one) => sum + one, 0);
  const room = plan.width - 2 * PAD - GAP * (row.length - 1);
  const unit = Math.min(120, room / all);
  let x = (plan.width - unit * all - GAP * (row.length - 1)) / 2;
  row.forEach((zone, at) => {
    const width = unit * (units[at] ?? 1);
    const isRow = zone.role === 'hand' || zone.role === 'play' || zone.role === 'other';
    const step = isRow ? CARD + 4 : 4;
    const cards = isRow ? Math.max(1, Math.min(5, Math.floor((width - 16 - CARD) / step) + 1)) : 2;
    const name = say(zone.name);
    plan.boxes.push({ x, y, width, height: HEIGHT - 2, name, lines: linesOf(name, width), role: zone.role, side, cards, step });
    x += width + GAP;
  });
}
