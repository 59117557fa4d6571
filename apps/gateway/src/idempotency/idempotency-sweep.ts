import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@payorch/platform/telemetry';
import type { GatewayConfig } from '../config';
import { Database, ExpirySweep } from '../persistence';
import { configToken, loggerToken } from '../tokens';
import { IdempotencyKeyRepository } from './persistence/idempotency-key.repository';

/** Deletes idempotency keys after their retention. */
@Injectable()
export class IdempotencySweep extends ExpirySweep {
  constructor(
    @Inject(Database) database: Pick<Database, 'change'>,
    @Inject(IdempotencyKeyRepository) keys: IdempotencyKeyRepository,
    @Inject(loggerToken) logger: Logger,
    @Inject(configToken) {
      idempotencyRetentionMs: retentionMs,
      retentionEveryMs: everyMs,
    }: Pick<GatewayConfig, 'idempotencyRetentionMs' | 'retentionEveryMs'>,
  ) {
    super((limit) => database.change('every', (sql) => keys.deleteExpired(sql, { retentionMs, limit })), {
      everyMs,
      logger,
      failure: 'the gateway could not delete old idempotency keys',
    });
  }
}
