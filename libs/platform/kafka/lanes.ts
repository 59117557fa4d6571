/** Tasks that must run one after the other; it waits in the lane of its first one. */
interface Chain<Task> {
  readonly key: string | null;
  readonly tasks: Task[];
}

interface Lane<Task> {
  /** Chains whose first task waits for its turn in this lane. */
  readonly ready: Chain<Task>[];
  running: number;
  queued: number;
}

export interface LaneLoad {
  readonly running: number;
  readonly queued: number;
}

/** A task's turn. It ends when the task does. */
export interface Turn {
  end(): void;
}

export interface LanesOptions<Task> {
  readonly laneOf: (task: Task) => string;
  /** Gives the first task of a lane its turn; undefined: it waits. */
  readonly turnOf: (task: Task) => Turn | undefined;
  /** Must not reject. */
  readonly run: (task: Task, turn: Turn) => Promise<void>;
  readonly onRoom: () => void;
  /** How often lanes in which a task waits are tried again: a turn may come with time alone. */
  readonly againEveryMs?: number;
}

/**
 * Runs tasks side by side as each lane lets them, so that one that hangs takes nothing from the other lanes. Tasks of one key
 * keep their order, whatever lanes they are in; those without a key have none.
 */
export class Lanes<Task> {
  private readonly lanes = new Map<string, Lane<Task>>();
  private readonly chains = new Map<string, Chain<Task>>();
  private readonly runningKeys = new Set<string>();
  /** Lanes in which a chain is ready; the next turn that comes free goes to the first of them. */
  private readonly waiting = new Set<string>();
  private isHeld = false;
  private isPumping = false;
  private again: NodeJS.Timeout | undefined;
  private total = 0;
  private idleWaiters: (() => void)[] = [];

  constructor(private readonly options: LanesOptions<Task>) {}

  add(key: string | null, task: Task): void {
    this.lane(this.options.laneOf(task)).queued++;
    this.total++;
    const chain = key === null ? undefined : this.chains.get(key);
    if (chain) {
      chain.tasks.push(task);
      return;
    }
    const fresh = { key, tasks: [task] };
    if (key !== null) this.chains.set(key, fresh);
    this.makeReady(fresh);
    this.pump();
  }

  load(): ReadonlyMap<string, LaneLoad> {
    return this.lanes;
  }

  queued(name: string): number {
    return this.lanes.get(name)?.queued ?? 0;
  }

  get totalQueued(): number {
    return this.total;
  }

  /** Begins nothing more until released; what runs, runs on. */
  hold(): void {
    this.isHeld = true;
  }

  release(): void {
    this.isHeld = false;
    this.pump();
  }

  /** Forgets what has not begun. */
  drop(isDropped: (task: Task) => boolean): void {
    const chains = new Set([...this.chains.values(), ...[...this.lanes.values()].flatMap(({ ready }) => ready)]);
    for (const { ready } of this.lanes.values()) ready.length = 0;
    this.waiting.clear();
    for (const chain of chains) {
      const dropped = new Set(chain.tasks.filter(isDropped));
      for (const task of dropped) this.lane(this.options.laneOf(task)).queued--;
      this.total -= dropped.size;
      chain.tasks.splice(0, Infinity, ...chain.tasks.filter((task) => !dropped.has(task)));
      if (chain.key !== null && this.runningKeys.has(chain.key)) continue;
      if (chain.tasks.length > 0) this.makeReady(chain);
      else if (chain.key !== null) this.chains.delete(chain.key);
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

  private makeReady(chain: Chain<Task>): void {
    const name = this.options.laneOf(chain.tasks[0]!);
    this.lane(name).ready.push(chain);
    this.waiting.add(name);
  }

  /** Gives out turns lane by lane, one each, until no lane gets any. */
  private pump(): void {
    if (this.isPumping) return;
    this.isPumping = true;
    for (let isOver = false; !isOver && !this.isHeld;) {
      isOver = true;
      for (const name of [...this.waiting]) if (this.begin(name, this.lane(name))) isOver = false;
    }
    this.isPumping = false;
    this.lookAgain();
  }

  /** Begins the first task of a lane, if its turn has come; the lane goes behind the others then. */
  private begin(name: string, lane: Lane<Task>): boolean {
    const chain = lane.ready[0]!;
    const turn = this.options.turnOf(chain.tasks[0]!);
    if (!turn) return false;
    lane.ready.shift();
    this.waiting.delete(name);
    if (lane.ready.length > 0) this.waiting.add(name);
    void this.run(name, chain, chain.tasks.shift()!, turn);
    return true;
  }

  private lookAgain(): void {
    const { againEveryMs } = this.options;
    if (this.waiting.size === 0 || this.isHeld || againEveryMs === undefined || this.again) return;
    this.again = setTimeout(() => {
      this.again = undefined;
      this.pump();
    }, againEveryMs);
    this.again.unref();
  }

  private async run(name: string, chain: Chain<Task>, task: Task, turn: Turn): Promise<void> {
    const lane = this.lane(name);
    lane.running++;
    lane.queued--;
    this.total--;
    if (chain.key !== null) this.runningKeys.add(chain.key);
    await this.options.run(task, turn);
    turn.end();
    lane.running--;
    if (chain.key !== null) this.runningKeys.delete(chain.key);
    // Behind the others, so that a busy key does not keep the lane to itself.
    if (chain.tasks.length > 0) this.makeReady(chain);
    else if (chain.key !== null) this.chains.delete(chain.key);
    // Lanes are as many as there are accounts: those that nothing runs or waits in are forgotten.
    if (lane.running === 0 && lane.queued === 0) this.lanes.delete(name);
    this.pump();
    this.options.onRoom();
    if (this.isIdle()) for (const resolve of this.idleWaiters.splice(0)) resolve();
  }
}
