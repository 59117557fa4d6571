import { Module } from '@nestjs/common';
import { MerchantSeals, SettingsBox } from '@payorch/platform/sealing';
import type { Logger } from '@payorch/platform/telemetry';
import { ApiKeyHashes, AuthModule } from '../auth';
import type { GatewayConfig } from '../config';
import { DataKeyCache } from '../data-keys';
import { Database } from '../persistence';
import { configToken, loggerToken } from '../tokens';
import { Idempotency } from './idempotency';
import { IdempotencySweep } from './idempotency-sweep';
import { LeaseRenewer } from './lease-renewer';
import { ResponseRedaction } from './response-redaction';
import { ResponseSeals } from './response-seals';
import { IdempotencyKeyRepository } from './persistence/idempotency-key.repository';

@Module({
  imports: [AuthModule],
  providers: [
    IdempotencyKeyRepository,
    {
      provide: ResponseSeals,
      inject: [SettingsBox, MerchantSeals, DataKeyCache],
      useFactory: (box: SettingsBox, seals: MerchantSeals, keys: DataKeyCache) =>
        new ResponseSeals({ box, seals, keys }),
    },
    {
      provide: LeaseRenewer,
      inject: [Database, IdempotencyKeyRepository, loggerToken, configToken],
      useFactory: (database: Database, keys: IdempotencyKeyRepository, logger: Logger, config: GatewayConfig) =>
        new LeaseRenewer({
          database,
          keys,
          logger,
          leaseMs: config.idempotencyLeaseMs,
          // A command, the query behind it, and a margin.
          maxHandlingMs: config.processorReplyTimeoutMs + 2 * config.replyTimeoutMs,
        }),
    },
    {
      provide: Idempotency,
      inject: [Database, IdempotencyKeyRepository, ResponseSeals, LeaseRenewer, ApiKeyHashes, configToken],
      useFactory: (
        database: Database,
        keys: IdempotencyKeyRepository,
        responses: ResponseSeals,
        leases: LeaseRenewer,
        digestSecrets: ApiKeyHashes,
        { idempotencyLeaseMs: leaseMs }: GatewayConfig,
      ) => new Idempotency({ database, keys, responses, leases, digestSecrets, leaseMs }),
    },
    {
      provide: ResponseRedaction,
      inject: [Database, IdempotencyKeyRepository, ResponseSeals],
      useFactory: (database: Database, keys: IdempotencyKeyRepository, responses: ResponseSeals) =>
        new ResponseRedaction({ database, keys, responses }),
    },
    {
      provide: IdempotencySweep,
      inject: [Database, IdempotencyKeyRepository, loggerToken, configToken],
      useFactory: (database: Database, keys: IdempotencyKeyRepository, logger: Logger, config: GatewayConfig) =>
        new IdempotencySweep({ database, keys, logger, retentionMs: config.idempotencyRetentionMs }),
    },
  ],
  exports: [ResponseRedaction],
})
export class IdempotencyModule {}
