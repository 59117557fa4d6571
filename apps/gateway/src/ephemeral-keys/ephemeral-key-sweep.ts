import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@payorch/platform/telemetry';
import type { GatewayConfig } from '../config';
import { EphemeralKeyRepository } from '../auth';
import { Database, ExpirySweep } from '../persistence';
import { configToken, loggerToken } from '../tokens';

/** Deletes ephemeral keys after their expiry. */
@Injectable()
export class EphemeralKeySweep extends ExpirySweep {
  constructor(
    @Inject(Database) database: Pick<Database, 'change'>,
    @Inject(EphemeralKeyRepository) keys: Pick<EphemeralKeyRepository, 'deleteExpired'>,
    @Inject(loggerToken) logger: Pick<Logger, 'warn'>,
    @Inject(configToken) { retentionEveryMs: everyMs }: Pick<GatewayConfig, 'retentionEveryMs'>,
  ) {
    super((limit) => database.change('every', (sql) => keys.deleteExpired(sql, limit)), {
      everyMs,
      logger,
      failure: 'the gateway could not delete expired ephemeral keys',
    });
  }
}
