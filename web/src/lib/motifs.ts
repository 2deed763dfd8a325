/**
 * Motifs that a game names in `table.face.pictures`, in a box of 100 by 140; `currentColor` is the colour of the card.
 * They are fetched with the first card that has one.
 */
import { many } from './crest';

/** A flower of so many petals. */
const flower = (x: number, y: number, r: number, petals: number, fill: string, heart = '#f2c84b'): string =>
  `<g transform="translate(${x} ${y})">${many(petals, (at) => `<ellipse cx="0" cy="${-r * 0.62}" rx="${r * 0.4}" ry="${r * 0.55}" fill="${fill}" stroke="#0003" stroke-width=".6" transform="rotate(${(360 / petals) * at})"/>`)}<circle r="${r * 0.25}" fill="${heart}"/></g>`;
const branch = (d: string, width = 4, color = '#4b3a2a'): string => `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round"/>`;
const leaf = (x: number, y: number, turn: number, length: number, fill: string): string =>
  `<path d="M0 0Q${length / 2} ${-length / 3} ${length} 0 ${length / 2} ${length / 3} 0 0Z" fill="${fill}" transform="translate(${x} ${y}) rotate(${turn})"/>`;
const ribbon = (fill: string, words: string): string =>
  `<path d="M30 12 48 8 66 128 46 132Z" fill="${fill}" stroke="#0005"/><path d="M46 132 66 128 60 122Z" fill="#0004"/>${words}`;
const bird = (x: number, y: number, size: number, body: string, wing: string): string =>
  `<g transform="translate(${x} ${y}) scale(${size})"><path d="M-16 4Q-4-12 10-6L18-9 14-2Q12 12-6 10L-20 12Z" fill="${body}" stroke="#0006" stroke-width="1"/><path d="M-6 2Q4-16 12 0 4 8-6 2Z" fill="${wing}"/><circle cx="11" cy="-4" r="1.500"/></g>`;

const PLANTS: Record<string, string> = {
  pine: branch('M50 140Q44 100 56 60', 7) + many(7, (at) => `<path d="M${[20, 50, 80, 32, 68, 50, 50][at]} ${[92, 78, 92, 60, 60, 44, 108][at]}m-20 0a20 11 0 0 1 40 0Z" fill="${at % 2 ? '#2f7a3d' : '#1f5b2e'}"/>`),
  plum: branch('M8 130Q40 104 44 70T84 20', 5) + branch('M44 78Q66 70 78 76', 3) + many(6, (at) => flower([26, 46, 70, 60, 82, 80][at] ?? 0, [108, 66, 78, 42, 26, 56][at] ?? 0, 12, 5, '#d8415d')),
  cherry: branch('M0 116Q50 104 100 78', 5) + many(8, (at) => flower([16, 38, 58, 80, 28, 50, 72, 90][at] ?? 0, [112, 96, 88, 82, 84, 72, 64, 60][at] ?? 0, 13, 5, '#f5b4c8', '#c74b6f')),
  wisteria: branch('M8 12Q50 26 94 10', 4) + many(4, (at) => many(8, (row) => `<circle cx="${20 + at * 21 + (row % 2 ? 4 : -4)}" cy="${24 + row * 11}" r="${8 - row * 0.7}" fill="${row % 2 ? '#8a63b8' : '#a987d1'}"/>`)) + leaf(60, 18, 20, 30, '#3c7a3a') + leaf(30, 18, 150, 26, '#3c7a3a'),
  iris: many(5, (at) => `<path d="M${20 + at * 15} 140Q${14 + at * 17} 90 ${28 + at * 12} 62Q${32 + at * 12} 100 ${28 + at * 14} 140Z" fill="#2f7a4d"/>`) + many(3, (at) => `<g transform="translate(${[28, 54, 78][at]} ${[56, 38, 60][at]})"><path d="M0-18Q10-6 0 4-10-6 0-18ZM0 2Q18-4 20 14 6 16 0 2ZM0 2Q-18-4-20 14-6 16 0 2Z" fill="#5a3fa0"/><path d="M0 2q3 8 0 14-3-6 0-14Z" fill="#f2c84b"/></g>`),
  peony: leaf(50, 100, 20, 40, '#2f7a3d') + leaf(50, 100, 160, 40, '#2f7a3d') + leaf(50, 104, 90, 34, '#1f5b2e') + flower(50, 74, 34, 8, '#c62f4a', '#f2c84b') + flower(50, 74, 22, 6, '#e0576f'),
  clover: many(4, (at) => branch(`M${20 + at * 20} 140Q${10 + at * 24} 80 ${26 + at * 18} 30`, 2, '#3c6b35')) + many(18, (at) => `<ellipse cx="${14 + ((at * 37) % 74)}" cy="${28 + ((at * 23) % 96)}" rx="5" ry="7" fill="${at % 3 ? '#4a8a45' : '#b5407a'}"/>`),
  pampas: `<path d="M0 140V104Q50 74 100 104V140Z" fill="#3b3f3a"/>` + many(7, (at) => branch(`M${12 + at * 13} 118Q${8 + at * 14} 92 ${20 + at * 13} 74`, 1.500, '#8a8f80')),
  chrysanthemum: leaf(30, 120, 10, 34, '#2f7a3d') + leaf(70, 122, 170, 34, '#2f7a3d') + branch('M50 140V90', 4, '#2f6b35') + flower(50, 76, 30, 16, '#e8b52a', '#b8791a') + flower(24, 104, 15, 12, '#e8b52a', '#b8791a'),
  maple: branch('M0 30Q50 44 100 20', 4) + many(7, (at) => `<path d="M0-15 4-5 14-8 8 1 13 9 3 7 0 16-3 7-13 9-8 1-14-8-4-5Z" fill="${at % 2 ? '#d8502a' : '#b8301e'}" transform="translate(${[18, 46, 76, 30, 62, 86, 48][at]} ${[52, 44, 40, 84, 76, 72, 112][at]}) rotate(${at * 34})"/>`),
  willow: branch('M84 0Q80 40 92 140', 8) + many(6, (at) => branch(`M84 ${8 + at * 6}Q${64 - at * 9} ${14 + at * 8} ${62 - at * 10} ${96 + (at % 2) * 24}`, 3, '#4d7a3a')),
  paulownia: many(5, (at) => leaf(50, 116, 200 + at * 35, 42, at % 2 ? '#3f7d45' : '#2a5f34')) + many(3, (at) => branch(`M${34 + at * 16} 92V48`, 2, '#3f5a35') + many(5, (row) => `<circle cx="${34 + at * 16 + (row % 2 ? 4 : -4)}" cy="${50 + row * 9}" r="5" fill="#7d4fa3"/>`)),
};

const THINGS: Record<string, string> = {
  sun: '<circle cx="70" cy="36" r="24" fill="#d8352a"/>',
  moon: '<circle cx="50" cy="52" r="34" fill="#fbf3d4" stroke="#c9a227" stroke-width="2"/>',
  crane: '<path d="M30 118Q28 84 52 76T66 46Q68 38 76 40L90 44 76 48Q72 60 70 74 68 98 44 104Z" fill="#fff" stroke="#333" stroke-width="1.500"/><circle cx="75" cy="42" r="4" fill="#c22a1e"/><path d="M44 104Q60 100 66 84L58 118Z" fill="#222"/><path d="M46 118v18M54 114v20" stroke="#333" stroke-width="2"/>',
  warbler: bird(52, 58, 1.300, '#9aa83a', '#6d7d2a'),
  curtain: '<path d="M4 92H96V132H4Z" fill="#6a3f8f"/><path d="M4 92H96V102H4Z" fill="#e3b341"/>' + many(5, (at) => `<circle cx="${14 + at * 18}" cy="118" r="6" fill="#fff"/>`),
  cuckoo: bird(54, 96, 1.400, '#7a6a4d', '#c9bfa2') + '<circle cx="76" cy="30" r="10" fill="#d8352a"/>',
  bridge: many(4, (at) => `<path d="M${-4 + at * 26} ${124 - at * 9}l34-6 4 8-34 6Z" fill="#b58a4d" stroke="#5b3d1a"/>`),
  butterfly: many(2, (at) => `<g transform="translate(${[28, 74][at]} ${[34, 28][at]}) scale(${at ? 0.8 : 1})"><path d="M0 0Q-22-20-20 0-20 16 0 4ZM0 0Q22-20 20 0 20 16 0 4Z" fill="#e3a52a" stroke="#7a4a10"/><path d="M0-6V10" stroke="#3b2a1a" stroke-width="3"/></g>`),
  boar: '<path d="M12 112Q12 84 40 82 60 70 76 86L92 96 84 108Q70 124 44 120L40 132H34L32 120 20 132H14Z" fill="#5b4a3f" stroke="#2a1f18"/><circle cx="78" cy="94" r="2.500" fill="#fff"/><path d="M86 104l6 6" stroke="#fff" stroke-width="3"/>',
  geese: many(3, (at) => bird([30, 62, 46][at] ?? 0, [28, 40, 62][at] ?? 0, 0.900, '#6b6357', '#3f3a33')),
  cup: '<path d="M22 40H78Q78 70 50 72 22 70 22 40Z" fill="#c22a1e" stroke="#5b1410" stroke-width="2"/><path d="M42 72H58L64 84H36Z" fill="#8f1d15"/><text x="50" y="62" font-size="20" text-anchor="middle" fill="#f2c84b">寿</text>',
  deer: '<path d="M22 132 26 100Q22 84 40 82L62 80 66 56 60 44 72 50 84 56 78 64 74 92 66 100 68 132H60L58 106 36 106 32 132Z" fill="#b07a3a" stroke="#5b3a14"/><path d="M66 48Q58 34 62 24M70 48Q76 34 70 22" stroke="#5b3a14" fill="none" stroke-width="2.500"/>' + many(4, (at) => `<circle cx="${38 + at * 7}" cy="${90 + (at % 2) * 6}" r="1.800" fill="#fff"/>`),
  rain: '<path d="M16 78Q50 40 84 78Z" fill="#c22a1e" stroke="#5b1410"/><path d="M50 58V118" stroke="#3b2a1a" stroke-width="3"/><path d="M34 130Q34 96 50 92 66 96 66 130Z" fill="#2c5a8c"/><circle cx="50" cy="88" r="8" fill="#f4d6b4"/>' + many(8, (at) => `<path d="M${10 + at * 12} ${8 + (at % 3) * 12}l-5 22" stroke="#5a7fa8" stroke-width="1.500"/>`),
  swallow: bird(40, 60, 1.300, '#27384f', '#c22a1e') + '<path d="M14 72 2 84M16 76 8 92" stroke="#27384f" stroke-width="3"/>',
  phoenix: '<path d="M50 20Q60 12 64 24L74 28 64 34Q70 58 52 70 30 66 12 92 18 60 38 50 48 42 46 28Z" fill="#e3a52a" stroke="#7a4a10"/><path d="M52 66Q70 84 92 82 74 96 50 84Z" fill="#c22a1e"/><path d="M40 60Q20 96 26 122 40 96 52 72Z" fill="#2f7a6b"/><circle cx="59" cy="24" r="2"/>',
  poem_ribbon: ribbon('#c22a1e', '<path d="M48 34l3 24M50 66l3 20M53 94l2 16" stroke="#1b1b1b" stroke-width="3"/>'),
  blue_ribbon: ribbon('#3b57a8', ''),
  red_ribbon: ribbon('#c22a1e', ''),
  flame: '<path d="M50 14Q84 58 76 92 70 124 50 126 28 124 24 94 22 72 38 58 38 74 48 80 38 46 50 14Z" fill="currentColor"/><path d="M50 74Q64 92 60 106 56 118 50 118 40 116 40 102 42 88 50 74Z" fill="#fff8"/>',
  wave: many(3, (at) => `<path d="M2 ${56 + at * 26}Q20 ${30 + at * 26} 38 ${54 + at * 26}T74 ${54 + at * 26} 98 ${48 + at * 26}" fill="none" stroke="currentColor" stroke-width="9" stroke-linecap="round" opacity="${1 - at * 0.25}"/>`),
  leaf: '<path d="M50 14Q98 52 50 126 2 52 50 14Z" fill="currentColor"/><path d="M50 28V126M50 60l20-14M50 60 30 46M50 86l22-16M50 86 28 70" stroke="#fff9" stroke-width="3" fill="none"/>',
  skull: '<path d="M50 20Q88 22 86 66 86 82 74 88V108H26V88Q14 82 14 66 12 22 50 20Z" fill="currentColor"/><circle cx="35" cy="64" r="10" fill="#fffc"/><circle cx="65" cy="64" r="10" fill="#fffc"/><path d="M50 74l6 12H44ZM38 96v12M50 96v12M62 96v12" stroke="#fffc" stroke-width="4" fill="#fffc"/>',
  radiance: '<circle cx="50" cy="70" r="22" fill="currentColor"/>' + many(12, (at) => `<path d="M50 38 55 14 45 14Z" fill="currentColor" transform="rotate(${at * 30} 50 70)"/>`),
  ship: '<path d="M8 92H92L78 120H22Z" fill="currentColor"/><path d="M48 18V90M52 24Q88 50 80 84H52ZM44 34Q18 58 20 84H44Z" fill="currentColor" opacity=".6" stroke="currentColor" stroke-width="3"/>',
  house: '<path d="M10 66 50 28 90 66V122H10Z" fill="currentColor"/><path d="M4 68 50 24 96 68" fill="none" stroke="currentColor" stroke-width="7"/><path d="M42 92h16v30H42ZM22 78h14v14H22ZM64 78h14v14H64Z" fill="#fffa"/>',
  scroll: '<path d="M22 26H78V110H22Z" fill="currentColor" opacity=".75"/><path d="M16 18H84V32H16ZM16 104H84V118H16Z" fill="currentColor"/><path d="M32 48H68M32 64H68M32 80H56" stroke="#fffc" stroke-width="5"/>',
  sword: '<path d="M50 8 60 26 56 92H44L40 26Z" fill="currentColor"/><path d="M24 92H76V102H24ZM45 102H55V126H45Z" fill="currentColor"/>',
  shield: '<path d="M50 16 88 30Q88 96 50 126 12 96 12 30Z" fill="currentColor"/><path d="M50 30V110M26 56H74" stroke="#fff9" stroke-width="6"/>',
  beast: '<path d="M16 40 34 54Q50 46 66 54L84 40 80 78Q78 112 50 122 22 112 20 78Z" fill="currentColor"/><circle cx="36" cy="78" r="6" fill="#fffc"/><circle cx="64" cy="78" r="6" fill="#fffc"/><path d="M42 98h16l-8 10Z" fill="#fffc"/>',
  trap: '<path d="M14 110Q50 128 86 110L80 92 70 104 60 90 50 104 40 90 30 104 20 92Z" fill="currentColor"/><path d="M14 34Q50 16 86 34L80 52 70 40 60 54 50 40 40 54 30 40 20 52Z" fill="currentColor"/>',
  star: '<path d="M50 18 62 54 98 56 69 78 80 114 50 92 20 114 31 78 2 56 38 54Z" fill="currentColor"/>',
};

/** The drawing of a motif; nothing if there is none of this name. */
export const motif = (name: string): string => PLANTS[name] ?? THINGS[name] ?? '';

/** Whether a card is a picture as a whole: plants fill it from edge to edge. */
export const isPicture = (names: string[]): boolean => names.some((name) => name in PLANTS);

export const MOTIFS: readonly string[] = [...Object.keys(PLANTS), ...Object.keys(THINGS)];
