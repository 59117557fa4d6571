/** Tasks that must run in sequence; the chain waits in the queue of its first task. */
interface Chain<Task> {
  readonly key: string | null;
  readonly tasks: Task[];
}

interface TaskQueue<Task> {
  /** Chains whose first task waits for its turn in this queue. */
  readonly ready: Chain<Task>[];
  running: number;
  queued: number;
}

export interface QueueLoad {
  readonly running: number;
  readonly queued: number;
}

/** A task's turn, which ends with the task. */
export interface Turn {
  end(): void;
}

export interface TaskQueuesOptions<Task> {
  readonly queueOf: (task: Task) => string;
  /** Returns a turn for the first task of a queue; undefined: the task waits. */
  readonly turnOf: (task: Task) => Turn | undefined;
  /** Must not reject. */
  readonly run: (task: Task, turn: Turn) => Promise<void>;
  readonly onRoom: () => void;
  /** Interval at which waiting queues are retried: a turn may depend on time alone. */
  readonly retryEveryMs?: number;
}

/**
 * Runs tasks concurrently as each queue permits, so that a hanging task does not affect other queues. Tasks of one key
 * run in order, whatever their queues; tasks without a key have no order.
 */
export class TaskQueues<Task> {
  private readonly queues = new Map<string, TaskQueue<Task>>();
  private readonly chains = new Map<string, Chain<Task>>();
  private readonly runningKeys = new Set<string>();
  /** Queues with a ready chain; the next free turn goes to the first of them. */
  private readonly waiting = new Set<string>();
  private isPaused = false;
  private isPumping = false;
  private retryTimer: NodeJS.Timeout | undefined;
  private total = 0;
  private idleCallbacks: (() => void)[] = [];

  constructor(private readonly options: TaskQueuesOptions<Task>) {}

  add(key: string | null, task: Task): void {
    this.queue(this.options.queueOf(task)).queued++;
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

  load(): ReadonlyMap<string, QueueLoad> {
    return this.queues;
  }

  running(name: string): number {
    return this.queues.get(name)?.running ?? 0;
  }

  queued(name: string): number {
    return this.queues.get(name)?.queued ?? 0;
  }

  get totalQueued(): number {
    return this.total;
  }

  /** Begins nothing more until `resume`; running tasks continue. */
  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
    this.pump();
  }

  /** Drops tasks that have not begun. */
  drop(isDropped: (task: Task) => boolean): void {
    const chains = new Set([...this.chains.values(), ...[...this.queues.values()].flatMap(({ ready }) => ready)]);
    for (const { ready } of this.queues.values()) ready.length = 0;
    this.waiting.clear();
    for (const chain of chains) {
      const dropped = new Set(chain.tasks.filter(isDropped));
      for (const task of dropped) this.queue(this.options.queueOf(task)).queued--;
      this.total -= dropped.size;
      chain.tasks.splice(0, Infinity, ...chain.tasks.filter((task) => !dropped.has(task)));
      if (chain.key !== null && this.runningKeys.has(chain.key)) continue;
      if (chain.tasks.length > 0) this.makeReady(chain);
      else if (chain.key !== null) this.chains.delete(chain.key);
    }
  }

  /** Resolves when nothing runs. */
  idle(): Promise<void> {
    return this.isIdle() ? Promise.resolve() : new Promise((resolve) => this.idleCallbacks.push(resolve));
  }

  private isIdle(): boolean {
    return [...this.queues.values()].every(({ running }) => running === 0);
  }

  private queue(name: string): TaskQueue<Task> {
    const known = this.queues.get(name);
    if (known) return known;
    const queue = { ready: [], running: 0, queued: 0 };
    this.queues.set(name, queue);
    return queue;
  }

  private makeReady(chain: Chain<Task>): void {
    const name = this.options.queueOf(chain.tasks[0]!);
    this.queue(name).ready.push(chain);
    this.waiting.add(name);
  }

  /** Gives one turn to each queue, repeatedly, until no queue gets any. */
  private pump(): void {
    if (this.isPumping) return;
    this.isPumping = true;
    for (let isOver = false; !isOver && !this.isPaused;) {
      isOver = true;
      for (const name of [...this.waiting]) if (this.begin(name, this.queue(name))) isOver = false;
    }
    this.isPumping = false;
    this.scheduleRetry();
  }

  /** Begins the first task of a queue if it gets a turn; the queue then queues behind the others. */
  private begin(name: string, queue: TaskQueue<Task>): boolean {
    const chain = queue.ready[0]!;
    const turn = this.options.turnOf(chain.tasks[0]!);
    if (!turn) return false;
    queue.ready.shift();
    this.waiting.delete(name);
    if (queue.ready.length > 0) this.waiting.add(name);
    void this.run(name, chain, chain.tasks.shift()!, turn);
    return true;
  }

  private scheduleRetry(): void {
    const { retryEveryMs } = this.options;
    if (this.waiting.size === 0 || this.isPaused || retryEveryMs === undefined || this.retryTimer) return;
    this.retryTimer = setTimeout(() => {
      this.retryTimer = undefined;
      this.pump();
    }, retryEveryMs);
    this.retryTimer.unref();
  }

  private async run(name: string, chain: Chain<Task>, task: Task, turn: Turn): Promise<void> {
    const queue = this.queue(name);
    queue.running++;
    queue.queued--;
    this.total--;
    if (chain.key !== null) this.runningKeys.add(chain.key);
    await this.options.run(task, turn);
    turn.end();
    queue.running--;
    if (chain.key !== null) this.runningKeys.delete(chain.key);
    // Queued behind the others, so that a busy key does not occupy the queue.
    if (chain.tasks.length > 0) this.makeReady(chain);
    else if (chain.key !== null) this.chains.delete(chain.key);
    // There are as many queues as accounts: a queue without running or queued tasks is deleted.
    if (queue.running === 0 && queue.queued === 0) this.queues.delete(name);
    this.pump();
    this.options.onRoom();
    if (this.isIdle()) for (const resolve of this.idleCallbacks.splice(0)) resolve();
  }
}
