export interface SyncPaceOptions {
  /** How many postponed syncs of one connector account are due per second. */
  readonly perSecond: number;
  /** The longest delay of a postponed sync. */
  readonly longestMs: number;
}

/** Spreads the next syncs of a connector account over time after the processor has not answered. */
export class SyncPace {
  /** When the next sync of each connector account may be due, by `performance.now()`. */
  private readonly next = new Map<string, number>();

  constructor(private readonly options: SyncPaceOptions) {}

  /** Milliseconds until the next sync: `earliestMs`, or later if other syncs of the account are due then. */
  postpone(account: string, earliestMs: number, now = performance.now()): number {
    const { perSecond, longestMs } = this.options;
    const at = Math.min(Math.max(this.next.get(account) ?? 0, now + earliestMs), now + longestMs);
    this.next.set(account, at + 1_000 / perSecond);
    return Math.round(at - now);
  }
}
