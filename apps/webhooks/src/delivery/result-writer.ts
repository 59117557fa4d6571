import type { AttemptRecord } from '../domain/delivery';

/**
 * Saves the results of attempts in batches: results that arrive during a write go with the next write, so many deliveries
 * share a commit. A failed write is not retried: the lease ends and the webhook is sent again.
 */
export class ResultWriter {
  private waiting: AttemptRecord[] = [];
  private writing: Promise<void> | null = null;

  constructor(
    private readonly write: (records: readonly AttemptRecord[]) => Promise<unknown>,
    private readonly onFault: (error: Error, records: readonly AttemptRecord[]) => void,
  ) {}

  /** Resolves when the record is saved, or when its write has failed and `onFault` was called. */
  async add(record: AttemptRecord): Promise<void> {
    this.waiting.push(record);
    // A write in progress does not include this record.
    while (this.waiting.includes(record)) await (this.writing ??= this.flush());
    await this.writing;
  }

  private async flush(): Promise<void> {
    // Includes results of the same event-loop turn.
    await Promise.resolve();
    const records = this.waiting;
    this.waiting = [];
    try {
      await this.write(records);
    } catch (error) {
      this.onFault(error as Error, records);
    } finally {
      this.writing = null;
    }
  }
}
