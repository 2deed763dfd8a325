/** Words that fit into a box: never cut, but broken, made smaller, and at last left out. */

export type Fit = { size: number; rows: string[] };

const isWide = (letter: string): boolean => letter.charCodeAt(0) > 0x2000;

/** How wide a bold text is, in parts of its size. */
export function ems(text: string): number {
  let width = 0;
  for (const letter of text) width += isWide(letter) ? 1.02 : /[A-ZMW0-9]/.test(letter) ? 0.68 : /[iljt.,'’ ]/.test(letter) ? 0.34 : 0.58;
  return width;
}

/** Pieces that a line may end after: words, and letters of scripts without spaces. */
function pieces(text: string): string[] {
  const found: string[] = [];
  for (const word of text.split(/(?<=[\s\-・／/])/u)) {
    let run = '';
    for (const letter of word) {
      // A mark that lengthens or ends what stands before it does not begin a line.
      if (isWide(letter) && run !== '' && !/[ー、。，．」』）！？ゃゅょっャュョッァィゥェォ]/u.test(letter)) {
        found.push(run);
        run = '';
      }
      run += letter;
    }
    if (run) found.push(run);
  }
  return found;
}

/** The rows of a text in a width; nothing if a piece is too wide. */
function rowsOf(text: string, width: number, size: number): string[] | null {
  const rows: string[] = [];
  let row = '';
  for (const piece of pieces(text)) {
    if (ems(piece.trimEnd()) * size > width) return null;
    if (row && ems((row + piece).trimEnd()) * size > width) {
      rows.push(row.trimEnd());
      row = piece;
    } else row += piece;
  }
  if (row.trim()) rows.push(row.trimEnd());
  return rows;
}

const LEAST_LETTERS = 3;

/** A word of letters in two rows with a hyphen, about in its middle; nothing if a half is too wide. */
function inTwo(word: string, width: number, size: number): string[] | null {
  const letters = [...word];
  if (letters.some(isWide)) return null;
  const breaks = letters.map((_, at) => at).filter((at) => at >= LEAST_LETTERS && letters.length - at >= LEAST_LETTERS);
  const halves = breaks.map((at) => [`${letters.slice(0, at).join('')}-`, letters.slice(at).join('')]);
  const wider = (rows: string[]): number => Math.max(...rows.map(ems));
  const best = halves.sort((one, other) => wider(one) - wider(other))[0];
  return best && wider(best) * size <= width ? best : null;
}

const ROW = 1.3;

/** A whole text at the largest size with which it fits into a box; nothing if it is too long. */
export function whole(text: string, width: number, height: number, largest: number, smallest: number): Fit | null {
  for (let size = largest; size >= smallest; size -= 0.5) {
    const parts = text.split('\n').map((part) => rowsOf(part, width, size));
    const rows = parts.flatMap((part) => part ?? []);
    if (!parts.includes(null) && rows.length * size * ROW <= height) return { size, rows };
  }
  return null;
}

/** The largest text that fits into so many rows; as many of its words as fit if none does. */
export function fit(text: string, width: number, most: number, largest: number, smallest: number): Fit {
  for (let size = largest; size >= smallest; size -= 0.5) {
    const rows = rowsOf(text, width, size);
    if (rows && rows.length <= most) return { size, rows };
  }
  const words = pieces(text);
  for (let count = words.length - 1; count > 0; count -= 1) {
    const part = words.slice(0, count).join('').replace(/[\s,、:：·-]+$/u, '');
    const rows = rowsOf(part, width, smallest);
    if (rows && rows.length <= most) return { size: smallest, rows };
  }
  // A single long word: broken in two, or as many letters as there is room for.
  const broken = most > 1 ? inTwo(words[0]?.trimEnd() ?? '', width, smallest) : null;
  if (broken) return { size: smallest, rows: broken };
  let part = '';
  for (const letter of text) {
    if (ems(part + letter) * smallest > width) break;
    part += letter;
  }
  return { size: smallest, rows: part ? [part] : [] };
}
