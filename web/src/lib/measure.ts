/** How tall things are, told after the browser has laid them out: asking before would make it do so twice. */

const told = new Map<Element, (height: number) => void>();
const watcher = new ResizeObserver((entries) => {
  for (const { target } of entries) told.get(target)?.(target.clientHeight);
});

export function tall(element: HTMLElement, tell: (height: number) => void): { update: (tell: (height: number) => void) => void; destroy: () => void } {
  told.set(element, tell);
  watcher.observe(element);
  return {
    update: (other) => void told.set(element, other),
    destroy: () => {
      told.delete(element);
      watcher.unobserve(element);
    },
  };
}
