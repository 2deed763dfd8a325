/** A run of the own machine that a page shows: looked at again while it goes on, stopped, and resumed. */
import type { OwnRuns } from './api';
import type { RunState } from './wire';

/** Milliseconds until a run that goes on is looked at again. */
const AGAIN = 3000;

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
