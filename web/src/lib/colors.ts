/** What a card's colours are drawn with. */

const PLAIN = '#6b6357';

/** The first colour, where only one can be shown. */
export const tint = (colors: string[]): string => colors[0] ?? PLAIN;

/** Colours as bright as this have dark letters on them. */
const BRIGHT = 0.42;

/** How bright a colour is to the eye, from 0 to 1; dark if it is not written as six digits. */
function brightness(color: string): number {
  const parts = /^#(..)(..)(..)$/.exec(color)?.slice(1) ?? [];
  const [red = 0, green = 0, blue = 0] = parts.map((part) => (parseInt(part, 16) / 255) ** 2.2);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Whether letters on all of these colours are dark. */
export const isBright = (colors: string[]): boolean => colors.length > 0 && colors.every((color) => brightness(color) > BRIGHT);

/** All colours, one running into the next. */
export function band(colors: string[]): string {
  const all = colors.length > 0 ? colors : [PLAIN];
  if (all.length === 1) return `linear-gradient(${all[0]}, ${all[0]})`;
  // Each colour has a part of its own, and a short way to the next.
  const part = 100 / all.length;
  const stops = all.map((color, at) => `${color} ${Math.round(at * part + (at > 0 ? 6 : 0))}% ${Math.round((at + 1) * part - (at < all.length - 1 ? 6 : 0))}%`);
  return `linear-gradient(105deg, ${stops.join(', ')})`;
}
