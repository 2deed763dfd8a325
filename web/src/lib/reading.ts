/** Where a card is read on a small screen: beside what was tapped, never over it nor over the question. */

export type Place = { left: number; top: number; width: number; height: number };

const GAP = 6;
const WIDEST = 420;

/** `table` and `question` as they lie on the screen, and where the finger was. */
export function readingPlace(table: Place, question: Place, x: number, y: number): Place {
  // On a low screen the question stands beside the table.
  const isBeside = question.left > table.left + table.width / 2;
  if (isBeside) {
    const half = (question.left - table.left) / 2;
    const isLeft = x > table.left + half;
    return { left: (isLeft ? table.left : table.left + half) + GAP, top: table.top + GAP, width: half - 2 * GAP, height: table.height - 2 * GAP };
  }
  const width = Math.min(WIDEST, table.width - 2 * GAP);
  const left = table.left + (table.width - width) / 2;
  const free = question.top - table.top;
  // A card of the hand lies below the question: everything above is free.
  const height = (y > question.top ? free * 0.6 : free / 2) - 2 * GAP;
  const isUpper = y > table.top + free / 2;
  return { left, top: isUpper ? table.top + GAP : question.top - height - GAP, width, height };
}
