/**
 * Lets few pieces of work run at once and a bounded number wait, so that a flood from addresses over their limit cannot
 * take the database's connections from everybody else.
 */
export class Turnstile {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly mostWaiting: number,
  ) {}

  /** Undefined: there was no room, and the work was not begun. */
  async pass<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (this.running >= this.atOnce) {
      if (this.waiting.length >= this.mostWaiting) return undefined;
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
