export interface JobClockTimes {
  /** The precision of a job's time; in ms. */
  readonly pollMs: number;
  /** The maximum time until a job that another instance wrote is found; in ms. */
  readonly idleQueryMs: number;
}

/**
 * Decides when to query the database for due jobs. A service knows the jobs that it writes itself and the next job that
 * it found; between those it queries only at the idle interval.
 */
export class JobClock {
  private nextQueryAt = 0;

  constructor(
    private readonly times: JobClockTimes,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  isTime(): boolean {
    return this.nowMs() >= this.nextQueryAt;
  }

  /** Jobs with these delays are about to be written. */
  expect(delaysMs: readonly number[]): void {
    const now = this.nowMs();
    for (const delayMs of delaysMs) this.nextQueryAt = Math.min(this.nextQueryAt, now + delayMs);
  }

  /** The database was queried; `nextInMs`: time until the next job becomes due. */
  queried(nextInMs: number | null): void {
    this.nextQueryAt =
      this.nowMs() + Math.min(this.times.idleQueryMs, Math.max(this.times.pollMs, nextInMs ?? Infinity));
  }

  /** More jobs may be due at once: a query reached its limit, or partitions were assigned. */
  queryNow(): void {
    this.nextQueryAt = 0;
  }
}
