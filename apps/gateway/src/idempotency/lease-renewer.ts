import { Inject, Injectable } from '@nestjs/common';
import { PeriodicWorker } from '@payorch/platform/lifecycle';
import type { Logger } from '@payorch/platform/telemetry';
import type { GatewayConfig } from '../config';
import { Database } from '../persistence';
import type { Claim } from '../request';
import { configToken, loggerToken } from '../tokens';
import { IdempotencyKeyRepository } from './persistence/idempotency-key.repository';

/**
 * Renews the leases of the keys whose requests this gateway handles: a lease can be short, so that a retry after a
 * crash waits little, however long the request takes.
 */
@Injectable()
export class LeaseRenewer extends PeriodicWorker {
  private readonly open = new Map<Claim, number>();

  constructor(
    @Inject(Database) private readonly database: Pick<Database, 'change'>,
    @Inject(IdempotencyKeyRepository) private readonly keys: Pick<IdempotencyKeyRepository, 'renew'>,
    @Inject(loggerToken) private readonly logger: Pick<Logger, 'warn'>,
    @Inject(configToken) private readonly config: Pick<
      GatewayConfig,
      'idempotencyLeaseMs' | 'processorReplyTimeoutMs' | 'replyTimeoutMs'
    >,
  ) {
    super({ everyMs: config.idempotencyLeaseMs / 4 });
  }

  add(claim: Claim): void {
    this.open.set(claim, performance.now());
  }

  remove(claim: Claim): void {
    this.open.delete(claim);
  }

  async round(): Promise<void> {
    const { database, keys, logger } = this;
    const { idempotencyLeaseMs: leaseMs, processorReplyTimeoutMs, replyTimeoutMs } = this.config;
    // A command, the query behind it, and a margin: no request takes longer, and no key stays locked for ever.
    const oldest = performance.now() - (processorReplyTimeoutMs + 2 * replyTimeoutMs);
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
