/** Cards fly from where they were, and glide where others make room; not at all for those who prefer that. */
import { pause } from './film.svelte';

export type Where = { x: number; y: number; width: number; isKnown: boolean; pile: number };

const FLIGHT = 340;
const GLIDE = 200;
/** What moves less than this is seen to lie still. */
const STILL = 1.5;

/** Where more cards than this make room, everything is laid anew: that so many glide explains nothing. */
const MOST_GLIDES = 24;

/** Lets every card that lies elsewhere than before move there, and turns over what was hidden. */
export function arrive(root: HTMLElement, before: Map<number, Where>, now: Map<number, Where>): void {
  const time = Math.min(FLIGHT, pause());
  if (time === 0) return;
  const gliding: [HTMLElement, Where, Where][] = [];
  for (const element of root.querySelectorAll<HTMLElement>('[data-key]')) {
    const key = Number(element.dataset['key']);
    const [from, to] = [before.get(key), now.get(key)];
    if (!from || !to) continue;
    // Nothing but `transform` changes from frame to frame, so that the browser needs no script and no layout for it.
    if (from.pile !== to.pile) fly(element, from, to, time);
    else if (!isStill(from, to)) gliding.push([element, from, to]);
  }
  if (gliding.length <= MOST_GLIDES) for (const [element, from, to] of gliding) glide(element, from, to, Math.min(GLIDE, time));
}

const isStill = (from: Where, to: Where): boolean => Math.abs(from.x - to.x) < STILL && Math.abs(from.y - to.y) < STILL && Math.abs(from.width - to.width) < STILL;

type Place = Pick<Where, 'x' | 'y' | 'width'>;

/** Cards that are on their way: two movements of one card at a time are more than the compositor takes. */
const moving = new WeakMap<Element, { animation: Animation; from: Place; to: Place }>();

/** Where a card is seen now: on its way from the last place, if it has not arrived. */
function leaves(element: Element, from: Place): Place {
  const last = moving.get(element);
  const progress = last?.animation.effect?.getComputedTiming().progress ?? null;
  if (!last || progress === null) return from;
  const between = (one: number, other: number): number => one + (other - one) * progress;
  return { x: between(last.from.x, last.to.x), y: between(last.from.y, last.to.y), width: between(last.from.width, last.to.width) };
}

function moved(element: HTMLElement, from: Place, to: Place, frames: Keyframe[], options: KeyframeAnimationOptions): Animation {
  moving.get(element)?.animation.cancel();
  const animation = element.animate(frames, options);
  moving.set(element, { animation, from, to });
  return animation;
}

const start = (from: Place, to: Place): string => `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width})`;

function glide(element: HTMLElement, old: Where, to: Where, time: number): void {
  const from = leaves(element, old);
  moved(element, from, to, [{ transform: start(from, to) }, { transform: 'none' }], { duration: time, easing: 'ease-out' });
}

function fly(element: HTMLElement, from: Where, to: Where, time: number): void {
  const [x, y] = [from.x - to.x, from.y - to.y];
  const scale = from.width / to.width;
  const isTurned = from.isKnown !== to.isKnown;
  // A curve: higher in the middle than a straight way.
  const half = `translate(${x / 2}px, ${y / 2 - Math.min(40, Math.hypot(x, y) / 8)}px) scale(${(1 + scale) / 2 + 0.06})${isTurned ? ' rotateY(90deg)' : ''}`;
  element.classList.add('flying');
  const flight = moved(element, from, to, [{ transform: start(from, to), easing: 'ease-out' }, { transform: half, easing: 'ease-in-out' }, { transform: 'none' }], { duration: time });
  const land = (): void => {
    if (moving.get(element)?.animation === flight) element.classList.remove('flying');
  };
  flight.finished.then(land, land);
}
