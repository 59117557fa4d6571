import { Module } from '@nestjs/common';
import type { Logger } from '@payorch/platform/telemetry';
import { AuthModule } from '../auth';
import type { GatewayConfig } from '../config';
import { EphemeralKeys, EphemeralKeysModule } from '../ephemeral-keys';
import { IdempotencyModule, ResponseRedaction } from '../idempotency';
import { OwnerClient, OwnersModule } from '../owners';
import { Database } from '../persistence';
import { configToken, loggerToken } from '../tokens';
import { CustomerDeletions } from './customer-deletions';
import { Customers } from './customers';
import { CustomersController } from './http/customers.controller';
import { CustomerDeletionRepository } from './persistence/customer-deletion.repository';

@Module({
  imports: [AuthModule, OwnersModule, IdempotencyModule, EphemeralKeysModule],
  controllers: [CustomersController],
  providers: [
    Customers,
    CustomerDeletionRepository,
    {
      provide: CustomerDeletions,
      inject: [
        ...[Database, CustomerDeletionRepository, OwnerClient, ResponseRedaction, EphemeralKeys],
        ...[loggerToken, configToken],
      ],
      useFactory: (
        database: Database,
        deletions: CustomerDeletionRepository,
        owner: OwnerClient,
        responses: ResponseRedaction,
        ephemeralKeys: EphemeralKeys,
        logger: Logger,
        config: GatewayConfig,
      ) =>
        new CustomerDeletions({
          database,
          deletions,
          owner,
          responses,
          ephemeralKeys,
          logger,
          everyMs: config.customerDeletionsEveryMs,
          // The command, and the query that checks it.
          requestMs: 2 * config.replyTimeoutMs,
        }),
    },
  ],
  exports: [Customers],
})
export class CustomersModule {}
