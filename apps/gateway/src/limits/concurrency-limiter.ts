/**
 * Limits concurrent work and the queue behind it, so that a flood from addresses over their limit cannot occupy the
 * database's connections.
 */
export class ConcurrencyLimiter {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly maxRunning: number,
    private readonly maxWaiting: number,
  ) {}

  /** Undefined: the queue was full, and the work did not start. */
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
