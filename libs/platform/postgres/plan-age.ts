/** Maximum age of a plan. */
const longestMs = 30_000;
/** A plan is renewed when this many times as many transactions have run as when it was made. */
const growth = 4;

/**
 * The lifetime of the plans of a pool's connections. A plan suits the table sizes at its creation, and tables grow with
 * transactions: plans of a young pool are renewed often, those of an old pool rarely.
 */
export class PlanAge {
  private generation = 0;
  private transactions = 0;
  private nextAt = growth;
  private since = 0;
  private readonly generations = new WeakMap<object, number>();

  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  /** Counts a transaction; true if this connection must discard its plans before the transaction begins. */
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
