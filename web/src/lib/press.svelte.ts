/** The last press of a table, and where the card that was pressed is read on screens that have no room for it beside the table. */
import { readingPlace, type Place } from './reading';

/** Screens that are wider have a column for the large card. */
const NARROW = 900;

export class Press {
  /** Where the card is read; nothing while none is. */
  place = $state.raw<Place | null>(null);
  /** Whether it was a finger: what is tapped is read before it is played. */
  isTouch = false;
  #x = 0;
  #y = 0;

  /** Something was pressed. Elsewhere than on a card, it puts the large card away. */
  note(event: PointerEvent): void {
    this.isTouch = event.pointerType === 'touch';
    this.#x = event.clientX;
    this.#y = event.clientY;
    const isCard = event.target instanceof Element && event.target.closest('.cardbody, .reader') !== null;
    if (!isCard) this.close();
  }

  /** Shows the card that was pressed beside the press. */
  read(page: HTMLElement | null): void {
    const [board, question] = ['.board', '.prompt'].map((name) => page?.querySelector(name)?.getBoundingClientRect());
    if (innerWidth > NARROW || !board) this.close();
    else this.place = readingPlace(board, question ?? { left: board.left, top: board.bottom, width: board.width, height: 0 }, this.#x, this.#y);
  }

  close(): void {
    this.place = null;
  }
}
