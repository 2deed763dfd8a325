/** The cards of the usual deck, drawn: pips, courts and jokers in a box of 100 by 140. */

export type Suit = 'clubs' | 'diamonds' | 'hearts' | 'spades';

/** Signs in a box of 20 by 20. */
const SIGNS: Record<Suit, string> = {
  hearts: 'M10 18C4 13 1 10 1 6.2A4.7 4.7 0 0 1 10 4a4.7 4.7 0 0 1 9 2.2C19 10 16 13 10 18Z',
  diamonds: 'M10 1 17.5 10 10 19 2.5 10Z',
  spades: 'M10 1C15 6 19 8.6 19 12.2a4.2 4.2 0 0 1-7.6 2.4c.2 1.8.8 3 2 4.4H6.6c1.2-1.4 1.8-2.6 2-4.4A4.2 4.2 0 0 1 1 12.2C1 8.6 5 6 10 1Z',
  clubs: 'M10 1a4.3 4.3 0 0 1 3.3 7A4.3 4.3 0 1 1 11.3 14c.2 2 .9 3.4 2.2 5h-7c1.300-1.600 2-3 2.200-5A4.300 4.300 0 1 1 6.700 8 4.300 4.300 0 0 1 10 1Z',
};

/** The colours of the suits: two, or one for each for those who want to tell them apart more easily. */
export function suitColor(suit: Suit, isFour: boolean): string {
  if (isFour) return { hearts: '#c22a1e', diamonds: '#1d5fb4', clubs: '#1d7a3c', spades: '#1b1b1b' }[suit];
  return suit === 'hearts' || suit === 'diamonds' ? '#c22a1e' : '#1b1b1b';
}

export const isSuit = (suit: string): suit is Suit => suit in SIGNS;

/** A sign with its middle at a place. */
function sign(suit: Suit, x: number, y: number, size: number, isTurned = false): string {
  const turn = isTurned ? ' rotate(180)' : '';
  return `<path d="${SIGNS[suit]}" fill="currentColor" transform="translate(${x} ${y})${turn} scale(${size / 20}) translate(-10 -10)"/>`;
}

const LEFT = 32;
const MIDDLE = 50;
const RIGHT = 68;
const PIPS: Record<string, [number, number][]> = {
  '2': [[MIDDLE, 30], [MIDDLE, 110]],
  '3': [[MIDDLE, 30], [MIDDLE, 70], [MIDDLE, 110]],
  '4': [[LEFT, 30], [RIGHT, 30], [LEFT, 110], [RIGHT, 110]],
  '5': [[LEFT, 30], [RIGHT, 30], [MIDDLE, 70], [LEFT, 110], [RIGHT, 110]],
  '6': [[LEFT, 30], [RIGHT, 30], [LEFT, 70], [RIGHT, 70], [LEFT, 110], [RIGHT, 110]],
  '7': [[LEFT, 30], [RIGHT, 30], [MIDDLE, 50], [LEFT, 70], [RIGHT, 70], [LEFT, 110], [RIGHT, 110]],
  '8': [[LEFT, 30], [RIGHT, 30], [MIDDLE, 50], [LEFT, 70], [RIGHT, 70], [MIDDLE, 90], [LEFT, 110], [RIGHT, 110]],
  '9': [[LEFT, 28], [RIGHT, 28], [LEFT, 56], [RIGHT, 56], [MIDDLE, 70], [LEFT, 84], [RIGHT, 84], [LEFT, 112], [RIGHT, 112]],
  '10': [[LEFT, 28], [RIGHT, 28], [MIDDLE, 42], [LEFT, 56], [RIGHT, 56], [LEFT, 84], [RIGHT, 84], [MIDDLE, 98], [LEFT, 112], [RIGHT, 112]],
};

/** Half of a court figure, above the middle. */
function court(rank: string, suit: Suit): string {
  const hats: Record<string, string> = {
    K: '<path d="M36 36 33 17l9 8 8-11 8 11 9-8-3 19Z" fill="#e3b341" stroke="#5b3d0a" stroke-width="1"/><circle cx="50" cy="14" r="2.200" fill="currentColor"/>',
    Q: '<path d="M37 36 34 22q8 5 16-4 8 9 16 4l-3 14Z" fill="#e3b341" stroke="#5b3d0a" stroke-width="1"/><circle cx="34" cy="21" r="2" fill="currentColor"/><circle cx="50" cy="17" r="2" fill="currentColor"/><circle cx="66" cy="21" r="2" fill="currentColor"/>',
    J: '<path d="M35 35q-2-15 15-15t15 15Z" fill="currentColor"/><path d="M64 30q10-8 8-18-8 3-10 14Z" fill="#e3b341"/>',
  };
  const hair = rank === 'Q' ? '<path d="M35 34q-5 22 3 26h24q8-4 3-26Z" fill="#8a4b1f"/>' : '<path d="M37 34q-3 14 1 18h24q4-4 1-18Z" fill="#a8702c"/>';
  const beard = rank === 'K' ? '<path d="M40 46q10 18 20 0l-2 10q-8 8-16 0Z" fill="#a8702c"/>' : '';
  const held = rank === 'K' ? '<path d="M76 24v44M72 32h8" stroke="#8d99a6" stroke-width="3"/>' : rank === 'Q' ? `<path d="M75 44v24" stroke="#3a7d44" stroke-width="2"/>${sign(suit, 75, 40, 12)}` : '<path d="M76 22v46M73 22l3-7 3 7Z" stroke="#8d99a6" stroke-width="2.500" fill="#8d99a6"/>';
  return `${hair}<ellipse cx="50" cy="43" rx="11" ry="13" fill="#f4d6b4" stroke="#5b3d0a" stroke-width=".8"/>${beard}<circle cx="46" cy="42" r="1.300"/><circle cx="54" cy="42" r="1.300"/><path d="M47 49q3 2 6 0" stroke="#9a3324" fill="none" stroke-width="1.200"/>${hats[rank] ?? ''}<path d="M21 70q3-14 20-14l9 8 9-8q17 0 20 14Z" fill="currentColor"/><path d="M41 56 50 64l9-8 2 14H39Z" fill="#e3b341"/><path d="M44 70l6-6 6 6Z" fill="#2c5a8c"/>${held}`;
}

/** What stands in the middle of a card. */
export function middle(rank: string, suit: Suit, isSmall: boolean): string {
  if (rank === 'A') return sign(suit, 50, 70, isSmall ? 52 : 46);
  if (rank in COURTS) {
    if (isSmall) return `<g transform="translate(-9 10) scale(1.180)">${court(rank, suit)}</g>`;
    const half = court(rank, suit);
    return `<rect x="19.500" y="12" width="61" height="116" rx="3" fill="#fffaf0" stroke="currentColor" stroke-width="1"/><g>${half}</g><g transform="rotate(180 50 70)">${half}</g>${sign(suit, 28, 22, 13)}${sign(suit, 72, 118, 13, true)}`;
  }
  if (isSmall) return sign(suit, 56, 84, 56);
  return (PIPS[rank] ?? []).map(([x, y]) => sign(suit, x, y, 21, y > 70)).join('') || sign(suit, 50, 70, 40);
}

const COURTS = { J: true, Q: true, K: true };

/** A small sign for a corner. */
export const cornerSign = (suit: Suit): string => sign(suit, 10, 10, 20);

/** A joker: the hat of a jester. */
export const joker = '<path d="M22 88q2-44 18-52 2 14 10 22 8-8 10-22 16 8 18 52Z" fill="currentColor"/><path d="M50 58q-6-16-2-34 10 8 10 26Z" fill="#e3b341"/><circle cx="22" cy="90" r="5" fill="#e3b341"/><circle cx="78" cy="90" r="5" fill="#e3b341"/><circle cx="48" cy="22" r="5" fill="#e3b341"/><circle cx="40" cy="35" r="4" fill="#e3b341"/><circle cx="60" cy="35" r="4" fill="#e3b341"/><path d="M30 92h40l-4 16q-16 12-32 0Z" fill="#f4d6b4"/><circle cx="43" cy="99" r="2"/><circle cx="57" cy="99" r="2"/><path d="M42 107q8 5 16 0" stroke="#9a3324" fill="none" stroke-width="2"/>';
