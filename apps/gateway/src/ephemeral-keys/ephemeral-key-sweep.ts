import type { Logger } from '@payorch/platform/telemetry';
import type { EphemeralKeyRepository } from '../auth';
import { type Database, ExpirySweep } from '../persistence';

/** Deletes ephemeral keys after their expiry. */
export class EphemeralKeySweep extends ExpirySweep {
  constructor(
    database: Pick<Database, 'change'>,
    keys: Pick<EphemeralKeyRepository, 'deleteExpired'>,
    logger: Pick<Logger, 'warn'>,
  ) {
    super((limit) => database.change('every', (sql) => keys.deleteExpired(sql, limit)), {
      logger,
      failure: 'the gateway could not delete expired ephemeral keys',
    });
  }
}
