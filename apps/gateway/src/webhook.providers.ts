import type { Provider } from '@nestjs/common';
import { Requester } from '@payorch/platform/kafka';
import { SettingsBox, type RedisClient } from '@payorch/platform/sealing';
import type { Logger } from '@payorch/platform/telemetry';
import { Redis } from 'ioredis';
import { AccountCache } from './auth/account-cache';
import type { GatewayConfig } from './config';
import { Limits } from './limits/limits';
import { ConnectorAccountRepository } from './accounts/persistence/connector-account.repository';
import { Database } from './persistence/database';
import { ProcessorWebhookRepository } from './processor-webhooks/persistence/processor-webhook.repository';
import { NamedSyncs } from './processor-webhooks/named-syncs';
import { ProcessorWebhooks } from './processor-webhooks/processor-webhooks';
import { RefusedWebhooks } from './processor-webhooks/refused-webhooks';
import { WebhookAccounts } from './processor-webhooks/webhook-accounts';
import { WebhookSweep } from './processor-webhooks/webhook-sweep';

/** Providers that receive processor webhooks. */
export const webhookProviders = (config: GatewayConfig, logger: Logger): Provider[] => [
  ProcessorWebhookRepository,
  {
    provide: WebhookAccounts,
    inject: [Database, ConnectorAccountRepository, SettingsBox],
    useFactory: (database: Database, accounts: ConnectorAccountRepository, box: SettingsBox) =>
      new WebhookAccounts({ database, accounts, box, logger }),
  },
  {
    provide: RefusedWebhooks,
    inject: [Redis],
    useFactory: (redis: RedisClient) => new RefusedWebhooks({ redis, logger }),
  },
  {
    provide: NamedSyncs,
    inject: [Requester],
    useFactory: (requester: Requester) =>
      new NamedSyncs({ requester, logger, everyMs: config.namedSyncEveryMs, replyTimeoutMs: config.replyTimeoutMs }),
  },
  {
    provide: ProcessorWebhooks,
    inject: [
      Database,
      WebhookAccounts,
      ProcessorWebhookRepository,
      AccountCache,
      Requester,
      Limits,
      RefusedWebhooks,
      NamedSyncs,
    ],
    useFactory: (
      database: Database,
      accounts: WebhookAccounts,
      webhooks: ProcessorWebhookRepository,
      cache: AccountCache,
      requester: Requester,
      limits: Limits,
      refused: RefusedWebhooks,
      syncs: NamedSyncs,
    ) =>
      new ProcessorWebhooks({
        ...{ database, accounts, webhooks, cache, requester, limits, refused, syncs, logger },
        verdictTimeoutMs: config.webhookVerdictTimeoutMs,
        refusalDelayMs: config.webhookRefusalDelayMs,
      }),
  },
  {
    provide: WebhookSweep,
    inject: [ProcessorWebhooks],
    useFactory: (webhooks: ProcessorWebhooks) =>
      new WebhookSweep({
        webhooks,
        logger,
        everyMs: config.webhookSweepEveryMs,
        retentionMs: config.webhookRetentionMs,
      }),
  },
];
