import type { Logger } from '@payorch/platform/telemetry';
import type { Database } from '../persistence/database';
import type { IdempotencyKeyRepository } from '../persistence/idempotency-key.repository';
import type { Claim } from './claim';

export interface LeaseRenewerOptions {
  readonly database: Pick<Database, 'change'>;
  readonly keys: Pick<IdempotencyKeyRepository, 'renew'>;
  readonly logger: Pick<Logger, 'warn'>;
  /** A gateway that died leaves its keys for so long. */
  readonly leaseMs: number;
  /** Longer than any request is waited for: what is still open then is renewed no more, so that no key stays taken for good. */
  readonly maxHandlingMs: number;
}

/**
 * Renews the leases of the keys whose requests this gateway is handling: a lease may then be as short as a client waits for a
 * gateway that died, however long its request takes.
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
      // Lost in time, a lease costs nothing but a second try beside the first, under the same ids.
      logger.warn({ error }, 'the leases of idempotency keys could not be renewed; trying again');
    }
  }
}
