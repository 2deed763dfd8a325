/** What this browser may do, and the tokens it shows for it. */
const HOST = 'fuda.host';
const DECKS = 'fuda.decks';

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

/** The token under which a guest's decks are kept. */
function deckToken(): string {
  const kept = localStorage.getItem(DECKS);
  if (kept) return kept;
  const bytes = crypto.getRandomValues(new Uint8Array(26));
  const token = [...bytes].map((byte) => LETTERS[byte % 32]).join('');
  localStorage.setItem(DECKS, token);
  return token;
}

/** Whoever follows the host's link is the host in this browser. */
export function keepHost(token: string): void {
  localStorage.setItem(HOST, token);
}

export function credentials(): Record<string, string> {
  const host = localStorage.getItem(HOST);
  return { 'x-deck-token': deckToken(), ...(host ? { 'x-host-token': host } : {}) };
}

class Rights {
  /** Whether games can be changed and any table removed; unknown at first. */
  isHost = $state<boolean | null>(null);

  /** Asks the studio once. */
  async load(): Promise<void> {
    try {
      const answer = await fetch('/api/rights', { headers: credentials() });
      if (answer.ok) this.isHost = ((await answer.json()) as { host: boolean }).host;
    } catch {
      // The page says elsewhere that the studio does not answer.
    }
  }
}

export const rights = new Rights();
