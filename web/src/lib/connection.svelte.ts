/** A page's place at a table: what it is sent, and what it says. Comes back by itself when it is lost. */
import { refusal, settings, t } from './settings.svelte';
import { shared } from './share';
import { seatsOf } from './tokens';
import type { DropPlaces, Face, FromTable, LogLine, State, ToTable, Welcome } from './wire';

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;
/** The code with which a table says that it is gone for good. */
const REMOVED = 4410;
/** So long a card that was dropped waits to be told where it may go. */
const DROP_WAIT = 600;

export class Connection {
  welcome = $state.raw<Welcome | null>(null);
  state = $state.raw<State | null>(null);
  log = $state.raw<LogLine[]>([]);
  faces = $state.raw<Map<number, Face>>(new Map());
  lost = $state(false);
  refused = $state<string | null>(null);
  /** Why the table does not let us in; then there is no more trying. */
  turnedAway = $state<string | null>(null);
  /** Why the card that was pressed last cannot be chosen. */
  reasons = $state.raw<{ pile: number; card: number; reasons: string[] } | null>(null);
  /** Whether a choice was sent and not answered yet. */
  waiting = $state(false);

  #socket: WebSocket | null = null;
  #closed = false;
  #wait = FIRST_WAIT;
  /** Whether nothing was told of the table since it was last entered. */
  #isNew = true;
  /** The decision that the last choice was sent for. */
  #asked = -1;
  #told: ((places: DropPlaces[]) => void) | null = null;

  constructor(
    readonly table: string,
    readonly token: string | null,
    readonly language: string,
  ) {
    this.#open();
  }

  #open(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(
      `${scheme}://${location.host}/api/tables/${encodeURIComponent(this.table)}/ws`,
    );
    this.#socket = socket;
    let heard = false;
    socket.onopen = () => this.say({ type: 'hello', token: this.token, language: this.language });
    socket.onmessage = (message: MessageEvent<string>) => {
      heard = true;
      this.#hear(JSON.parse(message.data) as FromTable);
    };
    socket.onclose = (event) => {
      if (this.#closed) return;
      if (event.code === REMOVED) {
        this.turnedAway = refusal('removed') || event.reason;
        return;
      }
      if (event.code === 1008 && !heard) {
        this.turnedAway = refusal('turned_away') || event.reason;
        return;
      }
      this.lost = true;
      this.waiting = false;
      if (!heard && !this.welcome) void this.#isThere();
      setTimeout(() => {
        if (!this.#closed) this.#open();
      }, this.#wait);
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    };
  }

  /** Whoever never heard of a table asks whether there is one, and does not try again for ever. */
  async #isThere(): Promise<void> {
    try {
      const response = await fetch(`/api/tables/${encodeURIComponent(this.table)}/moment?at=0`);
      if (response.status !== 404) return;
      this.close();
      this.turnedAway = t('table.unknown');
    } catch {
      // The studio does not answer: that is what trying again is for.
    }
  }

  #hear(message: FromTable): void {
    if (message.type === 'welcome') {
      this.welcome = message;
      this.#isNew = true;
      // Who plays several seats at one screen goes by the names of the seats.
      if (message.seat !== null && seatsOf(this.table).size <= 1 && (settings.name !== '' || settings.colour !== null)) this.introduce();
      if (message.asks_always && message.seat !== null) this.say({ type: 'answer_all', on: settings.answersAll });
      this.lost = false;
      this.#wait = FIRST_WAIT;
    } else if (message.type === 'state') {
      // Cards that are shown already keep their faces: nothing is drawn again because others have come.
      if (this.#isNew) this.faces = new Map();
      this.#isNew = false;
      for (const face of message.faces) this.faces.set(face.id, face);
      this.log = message.log_restarts ? message.log : [...this.log, ...message.log];
      // Somebody may have come or gone before the choice was heard.
      if (message.decision_number !== this.#asked) this.waiting = false;
      const { state } = this;
      this.state = { ...message, piles: shared(state?.piles, message.piles), values: shared(state?.values, message.values), people: shared(state?.people, message.people) };
    } else if (message.type === 'reasons') {
      this.reasons = message;
    } else if (message.type === 'drops') {
      if (message.decision === this.state?.decision_number) this.#told?.(message.drops);
    } else {
      this.waiting = false;
      if (message.code !== 'stale') this.refused = refusal(message.code) ? `${refusal(message.code)} ${message.message}` : message.message;
    }
  }

  say(message: ToTable): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Tells the others what this person goes by. */
  introduce(): void {
    this.say({ type: 'introduce', name: settings.name, colour: settings.colour });
  }

  /** The places where a card can be dropped; none if nobody says so in time. */
  places(pile: number, card: number): Promise<DropPlaces[]> {
    return new Promise((told) => {
      this.#told = told;
      setTimeout(() => told([]), DROP_WAIT);
      this.say({ type: 'drag', pile, card });
    });
  }

  play(choice: number): void {
    if (!this.state || this.waiting) return;
    this.refused = null;
    this.waiting = true;
    this.#asked = this.state.decision_number;
    this.say({ type: 'play', decision: this.state.decision_number, choice });
  }

  close(): void {
    this.#closed = true;
    this.#socket?.close();
  }
}
