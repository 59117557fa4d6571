/** The progress of one partition: offsets begun, offsets done, and the offset below which all are done. */
export class OffsetTracker {
  /** Begun offsets in ascending order, with whether they are done. */
  private readonly begun = new Map<bigint, boolean>();
  /** Every offset below is done. */
  private next: bigint;
  private reported: bigint;

  constructor(first: bigint) {
    this.next = first;
    this.reported = first;
  }

  /** False for a known offset: after a rebalance, uncommitted messages are fetched again. */
  begin(offset: bigint): boolean {
    if (offset < this.next || this.begun.has(offset)) return false;
    this.begun.set(offset, false);
    return true;
  }

  done(offset: bigint): void {
    if (!this.begun.has(offset)) return;
    this.begun.set(offset, true);
    for (const [lowest, isDone] of this.begun) {
      if (!isDone) break;
      this.begun.delete(lowest);
      this.next = lowest + 1n;
    }
  }

  /** Skips offsets without a message for us (control records, compacted records). */
  skipTo(next: bigint): void {
    if (this.begun.size === 0 && next > this.next) this.next = next;
  }

  /** Distance in messages from the lowest unfinished offset to the newest, which a crash would redeliver. */
  get span(): number {
    return this.begun.size;
  }

  /** The first unfinished offset, if it moved since the last call. */
  takeProgress(): bigint | null {
    if (this.next === this.reported) return null;
    this.reported = this.next;
    return this.next;
  }
}
