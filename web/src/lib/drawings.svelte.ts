/** The motifs of cards, once they were fetched. */
type Motifs = typeof import('./motifs');

class Drawings {
  private motifs = $state.raw<Motifs | null>(null);
  private isAsked = false;

  /** The motifs; nothing until they are there. */
  get(): Motifs | null {
    if (!this.isAsked) {
      this.isAsked = true;
      void import('./motifs').then((motifs) => (this.motifs = motifs));
    }
    return this.motifs;
  }
}

export const drawings = new Drawings();
