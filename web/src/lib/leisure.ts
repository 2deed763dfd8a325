/** Work that can wait until the picture that is wanted now was drawn. */

/** So long it waits at most while the page is busy, in milliseconds. */
const LATEST = 150;

/** All that waits: the browser is asked once. */
const waiting = new Set<() => void>();
let isAsked = false;

function done(): void {
  isAsked = false;
  const all = [...waiting];
  waiting.clear();
  for (const work of all) work();
}

function ask(): void {
  if (isAsked) return;
  isAsked = true;
  if ('requestIdleCallback' in window) requestIdleCallback(done, { timeout: LATEST });
  else setTimeout(done, LATEST / 3);
}

/** Does it when the page has nothing else to do; what is given back calls it off. */
export function atLeisure(work: () => void): () => void {
  waiting.add(work);
  ask();
  return () => void waiting.delete(work);
}
