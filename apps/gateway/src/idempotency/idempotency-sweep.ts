import type { Logger } from '@payorch/platform/telemetry';
import { type Database, ExpirySweep } from '../persistence';
import type { IdempotencyKeyRepository } from './persistence/idempotency-key.repository';

export interface IdempotencySweepOptions {
  readonly database: Pick<Database, 'change'>;
  readonly keys: IdempotencyKeyRepository;
  readonly logger: Logger;
  readonly retentionMs: number;
}

/** Deletes idempotency keys after their retention. */
export class IdempotencySweep extends ExpirySweep {
  constructor({ database, keys, logger, retentionMs }: IdempotencySweepOptions) {
    super((limit) => database.change('every', (sql) => keys.deleteExpired(sql, { retentionMs, limit })), {
      logger,
      failure: 'the gateway could not delete old idempotency keys',
    });
  }
}
