import type { TryRecord } from './delivery';

/**
 * Stores the results of tries together: what ends while a write is under way goes with the next one, so that many
 * deliveries share a commit. A write that fails is not repeated here: the lease runs out and the webhook is sent again.
 */
export class ResultWriter {
  private waiting: TryRecord[] = [];
  private writing: Promise<void> | null = null;

  constructor(
    private readonly write: (records: readonly TryRecord[]) => Promise<void>,
    private readonly onFault: (error: Error, records: readonly TryRecord[]) => void,
  ) {}

  /** Resolves when the record is stored, or its write failed and was reported. */
  async add(record: TryRecord): Promise<void> {
    this.waiting.push(record);
    // Behind the write that is under way, which does not hold this record.
    while (this.waiting.includes(record)) await (this.writing ??= this.flush());
    await this.writing;
  }

  private async flush(): Promise<void> {
    // Whatever ends in this very turn still goes along.
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
