/** What a card's colours are drawn with. */

const PLAIN = '#6b6357';

/** The first colour, where only one can be shown. */
export const tint = (colors: string[]): string => colors[0] ?? PLAIN;

/** All colours, one running into the next. */
export function band(colors: string[]): string {
  const all = colors.length > 0 ? colors : [PLAIN];
  if (all.length === 1) return `linear-gradient(${all[0]}, ${all[0]})`;
  // Each colour has a part of its own, and a short way to the next.
  const part = 100 / all.length;
  const stops = all.map((color, at) => `${color} ${Math.round(at * part + (at > 0 ? 6 : 0))}% ${Math.round((at + 1) * part - (at < all.length - 1 ? 6 : 0))}%`);
  return `linear-gradient(105deg, ${stops.join(', ')})`;
}
