/** A long press with a finger: it shows the large card and chooses nothing. */

/** So long the finger stays, in milliseconds. */
const LONG = 450;
/** A finger that moves farther than this moves the page. */
const FAR = 10;
/** A click comes so soon after the finger is lifted, if at all. */
const LATE = 300;

function prevented(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Swallows an event that comes in the meantime; what is given back ends that. */
function swallowed(name: 'click' | 'contextmenu'): () => void {
  addEventListener(name, prevented, { capture: true, once: true });
  return () => removeEventListener(name, prevented, { capture: true });
}

/** Does it when the finger that was put down stays where it is. */
export function hold(start: PointerEvent, done: () => void): void {
  if (start.pointerType !== 'touch') return;
  const undo = [swallowed('contextmenu')];
  const timer = setTimeout(() => {
    // The finger that is lifted presses nothing.
    undo.push(swallowed('click'));
    done();
  }, LONG);
  const move = (event: PointerEvent): void => {
    if (Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > FAR) end();
  };
  const end = (): void => {
    clearTimeout(timer);
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', end);
    removeEventListener('pointercancel', end);
    setTimeout(() => undo.forEach((one) => one()), LATE);
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', end);
  addEventListener('pointercancel', end);
}
