/** Tasks that must run one after the other. */
interface Chain<Task> {
  readonly lane: Lane<Task>;
  readonly key: string | null;
  readonly tasks: Task[];
}

interface Lane<Task> {
  readonly ready: Chain<Task>[];
  running: number;
  queued: number;
}

export interface LaneLoad {
  readonly running: number;
  readonly queued: number;
}

export interface LanesOptions<Task> {
  readonly cap: number;
  /** Must not reject. */
  readonly run: (task: Task) => Promise<void>;
  readonly onFinished: (lane: string) => void;
}

/**
 * Runs tasks side by side, up to a cap in each lane, so that one that hangs takes nothing from the other lanes. Tasks of
 * one key keep their order; those without a key have none.
 */
export class Lanes<Task> {
  private readonly lanes = new Map<string, Lane<Task>>();
  private readonly chains = new Map<string, Chain<Task>>();
  private isHeld = false;
  private idleWaiters: (() => void)[] = [];

  constructor(private readonly options: LanesOptions<Task>) {}

  add(name: string, key: string | null, task: Task): void {
    const lane = this.lane(name);
    lane.queued++;
    const chain = key === null ? undefined : this.chains.get(key);
    if (chain) {
      chain.tasks.push(task);
      return;
    }
    const fresh = { lane, key, tasks: [task] };
    if (key !== null) this.chains.set(key, fresh);
    lane.ready.push(fresh);
    this.pump(name, lane);
  }

  load(): ReadonlyMap<string, LaneLoad> {
    return this.lanes;
  }

  queued(name: string): number {
    return this.lanes.get(name)?.queued ?? 0;
  }

  /** Begins nothing more until released; what runs, runs on. */
  hold(): void {
    this.isHeld = true;
  }

  release(): void {
    this.isHeld = false;
    for (const [name, lane] of this.lanes) this.pump(name, lane);
  }

  /** Forgets what has not begun. */
  drop(isDropped: (task: Task) => boolean): void {
    const keyless = [...this.lanes.values()].flatMap(({ ready }) => ready.filter(({ key }) => key === null));
    for (const chain of [...this.chains.values(), ...keyless]) {
      const kept = chain.tasks.filter((task) => !isDropped(task));
      chain.lane.queued -= chain.tasks.length - kept.length;
      chain.tasks.splice(0, Infinity, ...kept);
    }
  }

  /** Resolves when nothing runs. */
  idle(): Promise<void> {
    return this.isIdle() ? Promise.resolve() : new Promise((resolve) => this.idleWaiters.push(resolve));
  }

  private isIdle(): boolean {
    return [...this.lanes.values()].every(({ running }) => running === 0);
  }

  private lane(name: string): Lane<Task> {
    const known = this.lanes.get(name);
    if (known) return known;
    const lane = { ready: [], running: 0, queued: 0 };
    this.lanes.set(name, lane);
    return lane;
  }

  private pump(name: string, lane: Lane<Task>): void {
    while (!this.isHeld && lane.running < this.options.cap && lane.ready.length > 0) {
      const chain = lane.ready.shift()!;
      const task = chain.tasks.shift();
      if (task !== undefined) void this.run(name, lane, chain, task);
      else if (chain.key !== null) this.chains.delete(chain.key);
    }
  }

  private async run(name: string, lane: Lane<Task>, chain: Chain<Task>, task: Task): Promise<void> {
    lane.running++;
    lane.queued--;
    await this.options.run(task);
    lane.running--;
    // Behind the others, so that a busy key does not keep the lane to itself.
    if (chain.tasks.length > 0) lane.ready.push(chain);
    else if (chain.key !== null) this.chains.delete(chain.key);
    this.pump(name, lane);
    this.options.onFinished(name);
    if (this.isIdle()) for (const resolve of this.idleWaiters.splice(0)) resolve();
  }
}
