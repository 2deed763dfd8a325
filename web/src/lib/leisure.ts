/** What can wait until the picture that is wanted now was drawn. */

/** So long it waits at most while the page is busy, in milliseconds. */
const LATEST = 150;

/** Does it when the page has nothing else to do; what is given back calls it off. */
export function atLeisure(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, LATEST / 3);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(work, { timeout: LATEST });
  return () => cancelIdleCallback(asked);
}
