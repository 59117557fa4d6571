import type { AccountRef, connectorHealth, DataOf } from '@payorch/contracts';
import type { MerchantConnectorId } from '@payorch/kernel';
import type { AccountHealth } from './account-order';

interface Worker {
  readonly lanes: readonly string[];
  readonly until: number;
}

/** The lane in which the commands of an account travel. */
interface Lanes {
  laneOf(account: AccountRef): string;
}

/**
 * What running workers say of their lanes, by a monotonic clock in ms. What it does not know is healthy: a wrong answer changes the
 * order of accounts and excludes none.
 */
export class ConnectorHealth {
  private readonly workers = new Map<string, Worker>();
  /** By lane, the time from which no worker is known to consume it. */
  private readonly presentUntil = new Map<string, number>();
  private readonly pausedUntil = new Map<MerchantConnectorId, number>();
  /** From this time on, every running worker has reported. */
  private completeFrom: number | undefined;
  private anyUntil = 0;

  constructor(
    private readonly now: () => number,
    private readonly lanes: Lanes,
  ) {}

  apply({ instance, lanes = [], validForMs, paused }: DataOf<typeof connectorHealth>): void {
    const now = this.now();
    this.completeFrom ??= now + validForMs;
    const known = [...(this.workers.get(instance)?.lanes ?? []), ...lanes];
    if (lanes.length === 0) this.workers.delete(instance);
    else this.workers.set(instance, { lanes, until: now + validForMs });
    for (const [other, { until }] of this.workers) if (until <= now) this.workers.delete(other);
    this.recount(known, now);
    for (const [account, until] of this.pausedUntil) if (until <= now) this.pausedUntil.delete(account);
    for (const { merchantConnectorId, forMs } of paused) this.pausedUntil.set(merchantConnectorId, now + forMs);
  }

  readonly of = (account: AccountRef): AccountHealth => {
    const now = this.now();
    if (this.isWithoutWorker(this.lanes.laneOf(account), now)) return 'no_worker';
    return (this.pausedUntil.get(account.merchantConnectorId) ?? 0) > now ? 'breaker_open' : undefined;
  };

  /** Where no worker at all is known, the reports are missing rather than the workers. */
  private isWithoutWorker(lane: string, now: number): boolean {
    if (this.completeFrom === undefined || this.anyUntil <= now) return false;
    const until = this.presentUntil.get(lane);
    return until === undefined ? now >= this.completeFrom : until <= now;
  }

  /** The lanes of a changed worker anew, by all of their workers. */
  private recount(lanes: readonly string[], now: number): void {
    const workers = [...this.workers.values()];
    const latest = (some: readonly Worker[]): number => some.reduce((until, one) => Math.max(until, one.until), now);
    for (const lane of lanes) this.presentUntil.set(lane, latest(workers.filter((one) => one.lanes.includes(lane))));
    this.anyUntil = latest(workers);
  }
}
