/** A plan is made anew after this long at the latest. */
const longestMs = 30_000;
/** A plan is made anew once this many times as many transactions have run as when it was made. */
const growth = 4;

/**
 * How long the connections of one pool keep the plans of their statements. A plan suits the size that its tables had when
 * it was made, and tables grow by transactions: the plans of a young pool are made anew often, those of an old one rarely.
 */
export class PlanAge {
  private generation = 0;
  private transactions = 0;
  private nextAt = growth;
  private since = 0;
  private readonly generations = new WeakMap<object, number>();

  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  /** Counts a transaction; true where this connection has to discard its plans before it begins. */
  hasOutdated(connection: object): boolean {
    this.transactions += 1;
    const now = this.nowMs();
    if (this.transactions >= this.nextAt || now - this.since > longestMs) {
      this.generation += 1;
      this.nextAt = growth * this.transactions;
      this.since = now;
    }
    const isOutdated = (this.generations.get(connection) ?? this.generation) !== this.generation;
    this.generations.set(connection, this.generation);
    return isOutdated;
  }
}
