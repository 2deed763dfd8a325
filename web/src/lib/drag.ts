/** Dragging with a mouse or a pen. Whoever touches a screen taps, so that the page can still be moved. */
const FAR = 8;

export type Drop = { target: Element | null; x: number; y: number };

/** Follows the pointer with a copy of the element; a short movement is a click and nothing else. */
export function drag(start: PointerEvent, element: HTMLElement, begun: () => void, ended: (drop: Drop | null) => void): void {
  if (start.button !== 0 || start.pointerType === 'touch') return;
  let ghost: HTMLElement | null = null;
  const box = element.getBoundingClientRect();

  const move = (event: PointerEvent): void => {
    if (!ghost) {
      if (Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < FAR) return;
      ghost = copyOf(element, box);
      begun();
    }
    ghost.style.transform = `translate(${event.clientX - start.clientX}px, ${event.clientY - start.clientY}px) rotate(2deg)`;
  };
  const end = (event: PointerEvent): void => {
    stop();
    if (!ghost) return;
    ghost.remove();
    // The button that was dragged is not pressed.
    addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener('click', swallow, { capture: true }), 0);
    ended({ target: document.elementFromPoint(event.clientX, event.clientY), x: event.clientX, y: event.clientY });
  };
  const cancel = (event: Event): void => {
    if (event instanceof KeyboardEvent && event.key !== 'Escape') return;
    stop();
    if (!ghost) return;
    ghost.remove();
    ended(null);
  };
  const stop = (): void => {
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', end);
    removeEventListener('pointercancel', cancel);
    removeEventListener('keydown', cancel);
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', end);
  addEventListener('pointercancel', cancel);
  addEventListener('keydown', cancel);
}

function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}

function copyOf(element: HTMLElement, box: DOMRect): HTMLElement {
  const copy = element.cloneNode(true) as HTMLElement;
  copy.setAttribute('aria-hidden', 'true');
  copy.removeAttribute('data-card');
  copy.style.cssText = `position:fixed;left:${box.left}px;top:${box.top}px;width:${box.width}px;height:${box.height}px;pointer-events:none;z-index:40;opacity:0.9;transition:none;animation:none`;
  document.body.append(copy);
  return copy;
}
