/** Of one partition: which offsets were begun, which are done, and below which one all are. */
export class OffsetTracker {
  /** Begun offsets in rising order, with whether they are done. */
  private readonly begun = new Map<bigint, boolean>();
  /** Every offset below is done. */
  private next: bigint;
  private reported: bigint;

  constructor(first: bigint) {
    this.next = first;
    this.reported = first;
  }

  /** False where it is known already: a rebalance fetches again what was not committed yet. */
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

  /** Offsets that hold no message for us (control records, compacted ones) need not be waited for. */
  skipTo(next: bigint): void {
    if (this.begun.size === 0 && next > this.next) this.next = next;
  }

  /** Distance from the lowest unfinished offset to the newest, in messages: what would come again after a crash. */
  get span(): number {
    return this.begun.size;
  }

  /** The first offset not done, if it moved since it was last asked for. */
  takeProgress(): bigint | null {
    if (this.next === this.reported) return null;
    this.reported = this.next;
    return this.next;
  }
}
