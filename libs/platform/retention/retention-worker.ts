import { PeriodicWorker } from '@payorch/platform/lifecycle';
import { inTransaction } from '@payorch/platform/postgres';
import type { Logger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { deleteExpired, type ExpiringRows } from './delete-expired';

export interface Expiring {
  readonly rows: ExpiringRows;
  readonly retentionMs: number;
}

export interface RetentionWorkerParts {
  readonly database: DataSource;
  readonly expiring: readonly Expiring[];
  readonly everyMs: number;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Deletes what a service stores no longer, table by table. A table that fails does not stop the others; the next round retries. */
export class RetentionWorker extends PeriodicWorker {
  constructor(private readonly parts: RetentionWorkerParts) {
    super({ everyMs: parts.everyMs });
  }

  async round(): Promise<void> {
    const { database, expiring, logger } = this.parts;
    for (const { rows, retentionMs } of expiring) {
      if (this.isStopping) return;
      try {
        await deleteExpired({
          rows,
          retentionMs,
          transact: (work) => inTransaction(database, { merchants: 'every', commit: 'asynchronous' }, work),
          shouldStop: () => this.isStopping,
        });
      } catch (error) {
        logger.warn({ error, table: rows.table }, 'old rows are not deleted; the next round retries');
      }
    }
  }
}
