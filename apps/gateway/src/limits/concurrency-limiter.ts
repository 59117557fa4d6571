/**
 * Lets few pieces of work run at once and a bounded number wait, so that a flood from addresses over their limit cannot
 * take the database's connections from everybody else.
 */
export class ConcurrencyLimiter {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly maxRunning: number,
    private readonly maxWaiting: number,
  ) {}

  /** Undefined: there was no room, and the work was not begun. */
  async run<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (this.running >= this.maxRunning) {
      if (this.waiting.length >= this.maxWaiting) return undefined;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else this.running++;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}
