export interface JobClockTimes {
  /** How exactly a job is on time. */
  readonly pollMs: number;
  /** A job that somebody else wrote is found after this long at the latest. */
  readonly lookMs: number;
}

/**
 * When it is worth asking the database for due jobs. A service knows of the jobs that it writes itself, and of the next one
 * that it found: between those it asks only now and then.
 */
export class JobClock {
  private askAt = 0;

  constructor(
    private readonly times: JobClockTimes,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  isTime(): boolean {
    return this.nowMs() >= this.askAt;
  }

  /** Jobs with these delays are about to be written. */
  expect(delaysMs: readonly number[]): void {
    const now = this.nowMs();
    for (const delayMs of delaysMs) this.askAt = Math.min(this.askAt, now + delayMs);
  }

  /** The database was asked; `nextInMs`: when the next job is due that is not yet. */
  asked(nextInMs: number | null): void {
    this.askAt = this.nowMs() + Math.min(this.times.lookMs, Math.max(this.times.pollMs, nextInMs ?? Infinity));
  }

  /** There may be more at once: all of them did not fit, or others have become ours. */
  askSoon(): void {
    this.askAt = 0;
  }
}
