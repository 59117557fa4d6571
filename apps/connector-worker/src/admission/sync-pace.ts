export interface SyncPaceOptions {
  /** Syncs of one connector account a second that are put off to the same time. */
  readonly perSecond: number;
  /** No sync is put off for longer. */
  readonly longestMs: number;
}

/** Hands out the times of syncs that the processor did not answer, so that they do not all come back at once. */
export class SyncPace {
  /** When the next one of each connector account may come, by `performance.now()`. */
  private readonly next = new Map<string, number>();

  constructor(private readonly options: SyncPaceOptions) {}

  /** In how many milliseconds the sync is due again: `earliestMs`, or later where others have that time. */
  putOff(account: string, earliestMs: number, now = performance.now()): number {
    const { perSecond, longestMs } = this.options;
    const at = Math.min(Math.max(this.next.get(account) ?? 0, now + earliestMs), now + longestMs);
    this.next.set(account, at + 1_000 / perSecond);
    return Math.round(at - now);
  }
}
