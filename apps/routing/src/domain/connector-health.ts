import type { AccountRef, connectorHealth, DataOf } from '@payorch/contracts';
import type { MerchantConnectorId } from '@payorch/kernel';
import type { AccountHealth } from './account-order';

interface Worker {
  readonly connectors: readonly string[];
  readonly until: number;
}

/**
 * What running workers say of their connectors, by a monotonic clock in ms. What it does not know is healthy: a wrong answer changes the
 * order of accounts and excludes none.
 */
export class ConnectorHealth {
  private readonly workers = new Map<string, Worker>();
  /** By connector, the time from which no worker is known to consume its commands. */
  private readonly presentUntil = new Map<string, number>();
  private readonly pausedUntil = new Map<MerchantConnectorId, number>();
  /** From this time on, every running worker has reported. */
  private completeFrom: number | undefined;
  private anyUntil = 0;

  constructor(private readonly now: () => number) {}

  apply({ instance, connectors, validForMs, paused }: DataOf<typeof connectorHealth>): void {
    const now = this.now();
    this.completeFrom ??= now + validForMs;
    const known = [...(this.workers.get(instance)?.connectors ?? []), ...connectors];
    if (connectors.length === 0) this.workers.delete(instance);
    else this.workers.set(instance, { connectors, until: now + validForMs });
    for (const [other, { until }] of this.workers) if (until <= now) this.workers.delete(other);
    this.recount(known, now);
    for (const [account, until] of this.pausedUntil) if (until <= now) this.pausedUntil.delete(account);
    for (const { merchantConnectorId, forMs } of paused) this.pausedUntil.set(merchantConnectorId, now + forMs);
  }

  readonly of = ({ merchantConnectorId, connector }: AccountRef): AccountHealth => {
    const now = this.now();
    if (this.isWithoutWorker(connector, now)) return 'no_worker';
    return (this.pausedUntil.get(merchantConnectorId) ?? 0) > now ? 'breaker_open' : undefined;
  };

  /** Where no worker at all is known, the reports are missing rather than the workers. */
  private isWithoutWorker(connector: string, now: number): boolean {
    if (this.completeFrom === undefined || this.anyUntil <= now) return false;
    const until = this.presentUntil.get(connector);
    return until === undefined ? now >= this.completeFrom : until <= now;
  }

  /** The connectors of a changed worker anew, by all of their workers. */
  private recount(connectors: readonly string[], now: number): void {
    const workers = [...this.workers.values()];
    const latest = (some: readonly Worker[]): number => some.reduce((until, one) => Math.max(until, one.until), now);
    for (const connector of connectors)
      this.presentUntil.set(connector, latest(workers.filter((one) => one.connectors.includes(connector))));
    this.anyUntil = latest(workers);
  }
}
