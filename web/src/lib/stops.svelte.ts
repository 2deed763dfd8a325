/** The phases at which passing on stops, for each game, kept in this browser. */
export class Stops {
  phases = $state.raw<string[]>([]);
  #game = '';

  read(game: string): void {
    this.#game = game;
    this.phases = (localStorage.getItem(this.#key) ?? '').split('\n').filter(Boolean);
  }

  set(phase: string, on: boolean): void {
    this.phases = on ? [...this.phases, phase] : this.phases.filter((one) => one !== phase);
    localStorage.setItem(this.#key, this.phases.join('\n'));
  }

  get #key(): string {
    return `fuda.stops.${this.#game}`;
  }
}
