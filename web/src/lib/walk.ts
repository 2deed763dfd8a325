/** From card to card by arrows: those that cannot be chosen can be read, too. */

/** The way of each key: to the right and down. */
const WAYS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** What is not straight ahead counts as so much farther. */
const ASIDE = 3;
/** What is nearer than this lies at the same place. */
const HERE = 4;

function middle(element: Element): [number, number] {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

/** Moves the keyboard from the card it is at to the nearest one in the direction of the key. */
export function walk(event: KeyboardEvent, page: HTMLElement | null): void {
  const from = document.activeElement;
  if (!(from instanceof HTMLElement) || !from.closest('.board')) return;
  const cards = [...(page?.querySelectorAll<HTMLElement>('.board button.cardbody') ?? [])].filter((one) => one !== from);
  const [x, y] = middle(from);
  const [right, down] = WAYS[event.key] ?? [0, 0];
  const far = (one: HTMLElement): number => {
    const [dx, dy] = [middle(one)[0] - x, middle(one)[1] - y];
    const along = dx * right + dy * down;
    return along < HERE ? Infinity : along + ASIDE * Math.abs(dx * down + dy * right);
  };
  const nearest = cards.map((one) => ({ one, far: far(one) })).sort((one, other) => one.far - other.far)[0];
  if (!nearest || nearest.far === Infinity) return;
  nearest.one.focus();
  event.preventDefault();
}
