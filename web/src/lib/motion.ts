/** Cards fly from where they were; not at all for those who prefer that. */
import { pause } from './film.svelte';

export type Where = { x: number; y: number; width: number; isKnown: boolean; pile: number };

/** Lets every card that lies elsewhere than before fly there, and turns over what was hidden. */
export function arrive(root: HTMLElement, before: Map<number, Where>, now: Map<number, Where>): void {
  const time = Math.min(340, pause());
  if (time === 0) return;
  for (const element of root.querySelectorAll<HTMLElement>('[data-key]')) {
    const key = Number(element.dataset['key']);
    const [from, to] = [before.get(key), now.get(key)];
    if (!from || !to || from.pile === to.pile) continue;
    const [x, y] = [from.x - to.x, from.y - to.y];
    const scale = from.width / to.width;
    const isTurned = from.isKnown !== to.isKnown;
    const start = `translate(${x}px, ${y}px) scale(${scale})`;
    // A curve: higher in the middle than a straight way.
    const half = `translate(${x / 2}px, ${y / 2 - Math.min(40, Math.hypot(x, y) / 8)}px) scale(${(1 + scale) / 2 + 0.06})${isTurned ? ' rotateY(90deg)' : ''}`;
    // Nothing but `transform` changes from frame to frame, so that the browser needs no script and no layout for it.
    element.classList.add('flying');
    const flight = element.animate([{ transform: start, easing: 'ease-out' }, { transform: half, easing: 'ease-in-out' }, { transform: 'none' }], { duration: time });
    const land = (): void => element.classList.remove('flying');
    flight.finished.then(land, land);
  }
}
