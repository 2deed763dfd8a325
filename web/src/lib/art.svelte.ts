/** Pictures of one's own for cards, which lie in a folder of the studio. */
import { artOf } from './api';

class Art {
  game = $state('');
  #known = $state.raw<ReadonlySet<string>>(new Set());

  /** Learns which cards of a game have a picture. */
  async load(game: string): Promise<void> {
    if (game === this.game) return;
    this.game = game;
    this.#known = new Set();
    try {
      const known = await artOf(game);
      if (game === this.game) this.#known = new Set(known);
    } catch {
      // Cards have faces without pictures, too.
    }
  }

  /** The address of a card's picture; nothing if it has none. */
  of(card: string): string | null {
    return this.#known.has(card) ? `/api/games/${encodeURIComponent(this.game)}/art/${encodeURIComponent(card)}` : null;
  }
}

export const art = new Art();
