import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@payorch/platform/telemetry';
import type { GatewayConfig } from '../config';
import { Database, ExpirySweep } from '../persistence';
import { configToken, loggerToken } from '../tokens';
import { BlocklistJobRepository } from './persistence/blocklist-job.repository';

/** Deletes uploads of blocklists after their retention; the entries that they added stay. */
@Injectable()
export class BlocklistJobSweep extends ExpirySweep {
  constructor(
    @Inject(Database) database: Pick<Database, 'change'>,
    @Inject(BlocklistJobRepository) jobs: Pick<BlocklistJobRepository, 'deleteExpired'>,
    @Inject(loggerToken) logger: Pick<Logger, 'warn'>,
    @Inject(configToken) {
      blocklistJobRetentionMs: retentionMs,
      retentionEveryMs: everyMs,
    }: Pick<GatewayConfig, 'blocklistJobRetentionMs' | 'retentionEveryMs'>,
  ) {
    super((limit) => database.change('every', (sql) => jobs.deleteExpired(sql, { retentionMs, limit })), {
      everyMs,
      logger,
      failure: 'the gateway could not delete old uploads of blocklists',
    });
  }
}
