import type { Logger } from '@payorch/platform/telemetry';
import type { Database } from '../persistence';
import type { Claim } from '../request';
import type { IdempotencyKeyRepository } from './persistence/idempotency-key.repository';

export interface LeaseRenewerOptions {
  readonly database: Pick<Database, 'change'>;
  readonly keys: Pick<IdempotencyKeyRepository, 'renew'>;
  readonly logger: Pick<Logger, 'warn'>;
  /** How long keys stay locked after their gateway died. */
  readonly leaseMs: number;
  /** Longer than any request takes: older claims are not renewed, so that no key stays locked for ever. */
  readonly maxHandlingMs: number;
}

/**
 * Renews the leases of the keys whose requests this gateway handles: a lease can be short, so that a retry after a
 * crash waits little, however long the request takes.
 */
export class LeaseRenewer {
  private readonly open = new Map<Claim, number>();
  private timer: NodeJS.Timeout | undefined;
  private renewing: Promise<void> | undefined;

  constructor(private readonly options: LeaseRenewerOptions) {}

  start(): void {
    this.timer = setInterval(() => {
      this.renewing ??= this.renew().finally(() => (this.renewing = undefined));
    }, this.options.leaseMs / 4);
    this.timer.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.renewing;
  }

  add(claim: Claim): void {
    this.open.set(claim, performance.now());
  }

  remove(claim: Claim): void {
    this.open.delete(claim);
  }

  async renew(): Promise<void> {
    const { database, keys, logger, leaseMs, maxHandlingMs } = this.options;
    const oldest = performance.now() - maxHandlingMs;
    for (const [claim, since] of this.open) if (since < oldest) this.open.delete(claim);
    const claims = [...this.open.keys()];
    if (claims.length === 0) return;
    const merchants = [...new Set(claims.map(({ place }) => place.merchantId))];
    try {
      await database.change(merchants, (sql) => keys.renew(sql, claims, leaseMs));
    } catch (error) {
      // An expired lease costs only a second concurrent attempt under the same ids.
      logger.warn({ error }, 'the gateway could not renew the leases of idempotency keys; it retries');
    }
  }
}
