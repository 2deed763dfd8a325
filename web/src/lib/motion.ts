/** How cards move from one place to another; not at all for those who prefer that. */
import { crossfade } from 'svelte/transition';

const isCalm = matchMedia('(prefers-reduced-motion: reduce)');

export const speed = (): number => (isCalm.matches ? 0 : 320);

export const [send, receive] = crossfade({
  duration: () => speed(),
  fallback: () => ({
    duration: speed() / 2,
    css: (progress: number) => `opacity: ${progress}; transform: scale(${0.85 + 0.15 * progress})`,
  }),
});
