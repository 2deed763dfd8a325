/** The crest of a card without motifs, in a box of 100 by 140; `currentColor` is the colour of the card. */

export const many = (count: number, part: (at: number) => string): string => Array.from({ length: count }, (_, at) => part(at)).join('');

/** A number that follows from a text, the same everywhere. */
export function hash(text: string): number {
  let value = 2166136261;
  for (const letter of text) value = Math.imul(value ^ letter.charCodeAt(0), 16777619);
  return value >>> 0;
}

const PETALS = [
  'M0-44Q16-26 0-12-16-26 0-44Z',
  'M0-44 10-26 0-10-10-26Z',
  'M0-44Q22-40 8-14H-8Q-22-40 0-44Z',
  'M-4-12V-34A9 9 0 1 1 4-34V-12Z',
  'M0-46 6-30 16-26 6-20 0-8-6-20-16-26-6-30Z',
  'M0-44Q4-30 18-30 6-24 0-10-6-24-18-30-4-30 0-44Z',
  'M-9-42H9L5-12H-5Z',
  'M0-44A12 12 0 0 1 0-20 12 12 0 0 1 0-44Z',
];
const HEARTS = ['<circle r="9"/>', '<path d="M0-11 11 0 0 11-11 0Z"/>', '<circle r="11" fill="none" stroke="currentColor" stroke-width="4"/>', '<path d="M0-12 10 8H-10Z"/>', '<circle r="5"/>', '<path d="M-9-9H9V9H-9Z"/>'];
const RINGS = ['', '<circle r="50" fill="none" stroke="currentColor" stroke-width="3"/>', '<circle r="50" fill="none" stroke="currentColor" stroke-width="3" stroke-dasharray="9 5"/>', '<path d="M0-54 47-27V27L0 54-47 27V-27Z" fill="none" stroke="currentColor" stroke-width="3"/>', '<path d="M-46-46H46V46H-46Z" fill="none" stroke="currentColor" stroke-width="3" transform="rotate(45) scale(.8)"/>'];

/** A crest that follows from a card's name: no two cards of a game are likely to have the same. */
export function crest(id: string): string {
  const number = hash(id);
  const count = 3 + (number % 6);
  const petal = PETALS[(number >>> 3) % PETALS.length] ?? '';
  const inner = PETALS[(number >>> 7) % PETALS.length] ?? '';
  const heart = HEARTS[(number >>> 11) % HEARTS.length] ?? '';
  const ring = RINGS[(number >>> 15) % RINGS.length] ?? '';
  const turn = (number >>> 19) % 2 ? 180 / count : 0;
  const petals = many(count, (at) => `<path d="${petal}" transform="rotate(${(360 / count) * at + turn})"/>`);
  const inside = (number >>> 21) % 2 ? many(count, (at) => `<path d="${inner}" opacity=".55" transform="rotate(${(360 / count) * at + turn + 180 / count}) scale(.62)"/>`) : '';
  return `<g transform="translate(50 70)" fill="currentColor">${ring}${petals}${inside}${heart}</g>`;
}
