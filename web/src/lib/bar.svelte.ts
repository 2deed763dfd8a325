/** What a page puts into the bar at the top of the window, so that it needs no bar of its own. */
import type { Snippet } from 'svelte';

class Bar {
  content = $state.raw<Snippet | null>(null);
}

export const bar = new Bar();
