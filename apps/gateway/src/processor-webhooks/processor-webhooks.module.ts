import { Module } from '@nestjs/common';
import { Requester } from '@payorch/platform/kafka';
import { MerchantSeals, SettingsBox, type RedisClient } from '@payorch/platform/sealing';
import type { Logger } from '@payorch/platform/telemetry';
import { Redis } from 'ioredis';
import { AccountsModule, ConnectorAccountRepository } from '../accounts';
import { AccountCache, AuthModule } from '../auth';
import type { GatewayConfig } from '../config';
import { ConfigsModule, LanesOfAccounts } from '../configs';
import { Limits } from '../limits';
import { DataKeyCache } from '../data-keys';
import { Database } from '../persistence';
import { configToken, loggerToken } from '../tokens';
import { RefusedWebhooksController } from './http/refused-webhooks.controller';
import { NamedSyncs } from './named-syncs';
import { ProcessorWebhookRepository } from './persistence/processor-webhook.repository';
import { ProcessorWebhooks } from './processor-webhooks';
import { RefusedWebhooks } from './refused-webhooks';
import { WebhookAccounts } from './webhook-accounts';
import { WebhookSweep } from './webhook-sweep';

@Module({
  imports: [AuthModule, AccountsModule, ConfigsModule],
  controllers: [RefusedWebhooksController],
  providers: [
    ProcessorWebhookRepository,
    {
      provide: WebhookAccounts,
      inject: [Database, ConnectorAccountRepository, SettingsBox, loggerToken],
      useFactory: (database: Database, accounts: ConnectorAccountRepository, box: SettingsBox, logger: Logger) =>
        new WebhookAccounts({ database, accounts, box, logger }),
    },
    {
      provide: RefusedWebhooks,
      inject: [Redis, MerchantSeals, DataKeyCache, SettingsBox, loggerToken],
      useFactory: (redis: RedisClient, seals: MerchantSeals, keys: DataKeyCache, box: SettingsBox, logger: Logger) =>
        new RefusedWebhooks({ redis, seals, keys, box, logger }),
    },
    {
      provide: NamedSyncs,
      inject: [Requester, LanesOfAccounts, loggerToken, configToken],
      useFactory: (requester: Requester, lanes: LanesOfAccounts, logger: Logger, config: GatewayConfig) =>
        new NamedSyncs({
          requester,
          lanes,
          logger,
          everyMs: config.namedSyncEveryMs,
          replyTimeoutMs: config.replyTimeoutMs,
        }),
    },
    {
      provide: ProcessorWebhooks,
      inject: [
        ...[Database, WebhookAccounts, ProcessorWebhookRepository, AccountCache, Requester, LanesOfAccounts],
        ...[Limits, RefusedWebhooks, NamedSyncs, DataKeyCache, loggerToken, configToken],
      ],
      useFactory: (
        database: Database,
        accounts: WebhookAccounts,
        webhooks: ProcessorWebhookRepository,
        cache: AccountCache,
        requester: Requester,
        lanes: LanesOfAccounts,
        limits: Limits,
        refused: RefusedWebhooks,
        syncs: NamedSyncs,
        { load: loadKeys }: DataKeyCache,
        logger: Logger,
        config: GatewayConfig,
      ) =>
        new ProcessorWebhooks({
          database,
          accounts,
          webhooks,
          cache,
          requester,
          lanes,
          limits,
          refused,
          syncs,
          loadKeys,
          logger,
          verdictTimeoutMs: config.webhookVerdictTimeoutMs,
          refusalDelayMs: config.webhookRefusalDelayMs,
        }),
    },
    {
      provide: WebhookSweep,
      inject: [ProcessorWebhooks, loggerToken, configToken],
      useFactory: (webhooks: ProcessorWebhooks, logger: Logger, config: GatewayConfig) =>
        new WebhookSweep({
          webhooks,
          logger,
          everyMs: config.webhookSweepEveryMs,
          retentionMs: config.webhookRetentionMs,
        }),
    },
  ],
})
export class ProcessorWebhooksModule {}
