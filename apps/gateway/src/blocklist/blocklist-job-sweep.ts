import type { Logger } from '@payorch/platform/telemetry';
import { type Database, ExpirySweep } from '../persistence';
import type { BlocklistJobRepository } from './persistence/blocklist-job.repository';

export interface BlocklistJobSweepOptions {
  readonly database: Pick<Database, 'change'>;
  readonly jobs: Pick<BlocklistJobRepository, 'deleteExpired'>;
  readonly logger: Pick<Logger, 'warn'>;
  readonly retentionMs: number;
}

/** Deletes uploads of blocklists after their retention; the entries that they added stay. */
export class BlocklistJobSweep extends ExpirySweep {
  constructor({ database, jobs, logger, retentionMs }: BlocklistJobSweepOptions) {
    super((limit) => database.change('every', (sql) => jobs.deleteExpired(sql, { retentionMs, limit })), {
      logger,
      failure: 'the gateway could not delete old uploads of blocklists',
    });
  }
}
