/** Runs of the own machine: all of a kind with what starts another one, and one that is looked at while it goes on. */
import { games, type OwnRuns } from './api';
import { go } from './route.svelte';
import { say } from './settings.svelte';
import type { GameSummary, RunState } from './wire';

/** Milliseconds until a run that goes on is looked at again. */
const AGAIN = 3000;

/** Milliseconds until the list is looked at again. */
const LIST_AGAIN = 5000;

type Listed<Run> = { may_start: boolean; runs: Run[] };

/** The runs of one kind, and the form that starts another one. */
export class Starting<Run, Summary extends { name: string }, Wanted> {
  list = $state.raw<Listed<Run> | null>(null);
  /** The games that such a run can be about. */
  games = $state.raw<GameSummary[]>([]);
  game = $state('');
  problem = $state.raw<unknown>(null);
  busy = $state(false);
  readonly chosen = $derived(this.games.find((one) => one.id === this.game));

  constructor(
    private readonly runs: Pick<OwnRuns<Listed<Run>, unknown, Summary, Wanted, never>, 'list' | 'start'>,
    /** The page that shows them, by its address. */
    readonly page: string,
    isFor: (game: GameSummary) => boolean,
  ) {
    void this.begin(isFor);
    $effect(() => {
      const timer = setInterval(() => void this.load(), LIST_AGAIN);
      return () => clearInterval(timer);
    });
  }

  private async begin(isFor: (game: GameSummary) => boolean): Promise<void> {
    try {
      this.games = (await games()).filter(isFor);
      this.game ||= this.games[0]?.id ?? '';
    } catch (error) {
      this.problem = error;
    }
    await this.load();
  }

  private async load(): Promise<void> {
    try {
      this.list = await this.runs.list();
    } catch (error) {
      this.problem = error;
    }
  }

  named = (id: string): string => {
    const known = this.games.find((one) => one.id === id);
    return known ? say(known.name) : id;
  };

  /** Starts a run and goes to its page. */
  async start(wanted: Wanted): Promise<void> {
    this.busy = true;
    this.problem = null;
    try {
      go(this.page, (await this.runs.start(wanted)).name);
    } catch (error) {
      this.problem = error;
    }
    this.busy = false;
  }
}

type Shown = { run: { state: RunState } };

export class Watched<Detail extends Shown, More> {
  detail = $state.raw<Detail | null>(null);
  mayStart = $state(false);
  problem = $state.raw<unknown>(null);
  busy = $state(false);

  constructor(
    private readonly runs: OwnRuns<{ may_start: boolean }, Detail, unknown, never, More>,
    readonly name: string,
  ) {
    void this.load();
    $effect(() => {
      const timer = setInterval(() => void (this.detail?.run.state === 'running' && this.load()), AGAIN);
      return () => clearInterval(timer);
    });
  }

  async load(): Promise<void> {
    try {
      [this.detail, { may_start: this.mayStart }] = await Promise.all([this.runs.one(this.name), this.runs.list()]);
    } catch (error) {
      this.problem = error;
    }
  }

  /** Does something with the run, and looks at it again. */
  async doing(work: () => Promise<unknown>): Promise<void> {
    this.busy = true;
    this.problem = null;
    try {
      await work();
      await this.load();
    } catch (error) {
      this.problem = error;
    }
    this.busy = false;
  }

  stop = (): Promise<void> => this.doing(() => this.runs.stop(this.name));
  resume = (more: More): Promise<void> => this.doing(() => this.runs.resume(this.name, more));
}
