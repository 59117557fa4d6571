import type { DynamicModule, Provider } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { RedirectTokens } from '@payorch/contracts';
import { CvcVault, SettingsBox, type PublicKey, type RedisClient } from '@payorch/platform/sealing';
import type { Logger } from '@payorch/platform/telemetry';
import { Redis } from 'ioredis';
import { ConnectorAccounts } from './accounts/connector-accounts';
import { ApiKeyHashes } from './accounts/api-key-hashes';
import { Profiles } from './accounts/profiles';
import { adminControllers, adminProviders, adminRepositories } from './admin.providers';
import { AccountCache } from './auth/account-cache';
import { adminKeyToken } from './auth/auth.guard';
import { KeyUse } from './auth/key-use';
import { CardFacts } from './cards/card-facts';
import { CardsController } from './cards/cards.controller';
import { CardsInfo } from './cards/cards-info';
import type { GatewayConfig } from './config';
import { InfrastructureModule, sealingKeyToken } from './infrastructure.module';
import { FeatureMatrixController, testConnectorsToken } from './feature-matrix/feature-matrix.controller';
import { Idempotency } from './idempotency/idempotency';
import { IdempotencySweep } from './idempotency/idempotency-sweep';
import { LeaseRenewer } from './idempotency/lease-renewer';
import { keyProviders } from './keys/key.providers';
import { RewrappedCredentials } from './keys/rewrapped-credentials';
import { CardTestingGuard } from './limits/card-testing-guard';
import { Limits } from './limits/limits';
import { OwnerClient } from './owners/owner-client';
import { PaymentListsController } from './payments/list/payment-lists.controller';
import { PaymentLists } from './payments/list/payment-lists';
import { PaymentsController } from './payments/payments.controller';
import { Payments } from './payments/payments';
import { SessionTokensController } from './payments/session-tokens/session-tokens.controller';
import { webhookProviders } from './webhook.providers';
import { SessionTokens } from './payments/session-tokens/session-tokens';
import { CardSealer } from './payments/seal-card';
import { ApiKeyRepository } from './persistence/api-key.repository';
import { CardInfoRepository } from './persistence/card-info.repository';
import { Database } from './persistence/database';
import { IdempotencyKeyRepository } from './persistence/idempotency-key.repository';
import { RefusedWebhooksController } from './processor-webhooks/refused-webhooks.controller';
import { Redirects } from './redirects/redirects';
import { RedirectsController } from './redirects/redirects.controller';
import { RefundListsController } from './refunds/list/refund-lists.controller';
import { RefundLists } from './refunds/list/refund-lists';
import { Refunds } from './refunds/refunds';
import { RefundsController } from './refunds/refunds.controller';

const repositories: Provider[] = [...adminRepositories, CardInfoRepository, IdempotencyKeyRepository];

const auth = (config: GatewayConfig, logger: Logger): Provider[] => [
  { provide: CardTestingGuard, inject: [Redis], useFactory: (redis: RedisClient) => new CardTestingGuard(redis) },
  { provide: Limits, inject: [Redis], useFactory: (redis: RedisClient) => new Limits(redis, config) },
  { provide: adminKeyToken, useValue: config.adminApiKey },
  {
    provide: AccountCache,
    inject: [Database, ApiKeyHashes],
    useFactory: (database: Database, apiKeyHashes: ApiKeyHashes) =>
      new AccountCache(database, { apiKeyHashes, maxAgeMs: config.accountCacheMaxAgeMs }),
  },
  {
    provide: KeyUse,
    inject: [Database, ApiKeyRepository, AccountCache],
    useFactory: (database: Database, keys: ApiKeyRepository, cache: AccountCache) =>
      new KeyUse(database, keys, cache, logger),
  },
];

const cards = (config: GatewayConfig, logger: Logger): Provider[] => [
  {
    provide: CardFacts,
    inject: [Database, CardInfoRepository],
    useFactory: (database: Database, rows: CardInfoRepository) =>
      new CardFacts({
        find: (iins) => database.read([], (sql) => rows.findLongest(sql, iins)),
        refreshAfterMs: config.cardFactsRefreshMs,
        onFault: (error) => logger.warn({ error }, 'the gateway could not read the facts of a card'),
      }),
  },
  {
    provide: CardsInfo,
    inject: [Database, CardInfoRepository, CardFacts],
    useFactory: (database: Database, rows: CardInfoRepository, facts: CardFacts) =>
      new CardsInfo(database, rows, facts, { maxRows: config.cardsUploadRows }),
  },
];

const payments = (config: GatewayConfig, logger: Logger): Provider[] => [
  {
    provide: CardSealer,
    inject: [sealingKeyToken, CvcVault, CardFacts],
    useFactory: (sealingKey: PublicKey, vault: CvcVault, facts: CardFacts) =>
      new CardSealer({ sealingKey, vault, facts, fingerprintKey: config.cardFingerprintSecret }),
  },
  {
    provide: Payments,
    inject: [OwnerClient, CardSealer, AccountCache],
    useFactory: (...parts: ConstructorParameters<typeof Payments>) => new Payments(...parts),
  },
  {
    provide: PaymentLists,
    inject: [OwnerClient, ConnectorAccounts],
    useFactory: (...parts: ConstructorParameters<typeof PaymentLists>) => new PaymentLists(...parts),
  },
  {
    provide: RefundLists,
    inject: [OwnerClient, ConnectorAccounts],
    useFactory: (...parts: ConstructorParameters<typeof RefundLists>) => new RefundLists(...parts),
  },
  {
    provide: SessionTokens,
    inject: [OwnerClient, ConnectorAccounts, Profiles],
    useFactory: (owner: OwnerClient, accounts: ConnectorAccounts, profiles: Profiles) =>
      new SessionTokens(
        owner,
        {
          accountsOf: (merchantId) => accounts.list(merchantId),
          profileOf: (merchantId, profileId) => profiles.retrieve(merchantId, profileId),
        },
        logger,
      ),
  },
  { provide: Refunds, inject: [OwnerClient], useFactory: (owner: OwnerClient) => new Refunds(owner) },
  {
    provide: Redirects,
    inject: [OwnerClient, Profiles],
    useFactory: (owner: OwnerClient, profiles: Profiles) =>
      new Redirects(
        owner,
        (merchantId, profileId) => profiles.retrieve(merchantId, profileId),
        config.publicUrl,
        new RedirectTokens(config.redirectSecrets),
      ),
  },
];

const idempotency = (config: GatewayConfig, logger: Logger): Provider[] => [
  {
    provide: LeaseRenewer,
    inject: [Database, IdempotencyKeyRepository],
    useFactory: (database: Database, keys: IdempotencyKeyRepository) =>
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
    inject: [Database, IdempotencyKeyRepository, SettingsBox, LeaseRenewer, ApiKeyHashes],
    useFactory: (
      database: Database,
      keys: IdempotencyKeyRepository,
      box: SettingsBox,
      leases: LeaseRenewer,
      digestSecrets: ApiKeyHashes,
    ) =>
      new Idempotency({
        database,
        keys,
        box,
        digestSecrets,
        leaseMs: config.idempotencyLeaseMs,
        leases,
      }),
  },
  {
    provide: IdempotencySweep,
    inject: [Database, IdempotencyKeyRepository],
    useFactory: (database: Database, keys: IdempotencyKeyRepository) =>
      new IdempotencySweep({ database, keys, logger, retentionMs: config.idempotencyRetentionMs }),
  },
];

/** Wires the gateway. */
@Module({})
export class GatewayModule {
  static with(config: GatewayConfig, logger: Logger): DynamicModule {
    return {
      module: GatewayModule,
      imports: [InfrastructureModule.with(config, logger)],
      controllers: [
        RewrappedCredentials,
        ...adminControllers,
        CardsController,
        PaymentsController,
        PaymentListsController,
        SessionTokensController,
        RedirectsController,
        RefundListsController,
        RefundsController,
        FeatureMatrixController,
        RefusedWebhooksController,
      ],
      providers: [
        ...repositories,
        ...auth(config, logger),
        ...adminProviders(config, logger),
        ...cards(config, logger),
        ...payments(config, logger),
        ...webhookProviders(config, logger),
        ...idempotency(config, logger),
        ...keyProviders(config, logger),
        { provide: testConnectorsToken, useValue: config.testConnectors },
      ],
    };
  }
}
