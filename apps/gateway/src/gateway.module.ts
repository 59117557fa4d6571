import type { DynamicModule, Provider } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { MessageProducer, Requester } from '@payorch/platform/kafka';
import { CvcVault, SettingsBox, type PublicKey } from '@payorch/platform/sealing';
import type { Logger } from '@payorch/platform/telemetry';
import { ApiKeysController } from './accounts/api-keys.controller';
import { ApiKeys } from './accounts/api-keys';
import { ChangeSettings } from './accounts/change-settings';
import { ConnectorAccountsController } from './accounts/connector-accounts.controller';
import { ConnectorAccounts } from './accounts/connector-accounts';
import { MerchantAccountsController } from './accounts/merchant-accounts.controller';
import { MerchantAccounts } from './accounts/merchant-accounts';
import { ProfilesController } from './accounts/profiles.controller';
import { Profiles } from './accounts/profiles';
import { SettingsRelay } from './accounts/settings-relay';
import { AccountCache } from './auth/account-cache';
import { adminKeyToken } from './auth/auth.guard';
import { KeyUse } from './auth/key-use';
import type { GatewayConfig } from './config';
import { InfrastructureModule, sealingKeyToken } from './infrastructure.module';
import { Idempotency } from './idempotency/idempotency';
import { IdempotencySweep } from './idempotency/idempotency-sweep';
import { AskOwner } from './owners/ask-owner';
import { PaymentsController } from './payments/payments.controller';
import { Payments } from './payments/payments';
import { CardSealer } from './payments/seal-card';
import { ApiKeyRepository } from './persistence/api-key.repository';
import { ConnectorAccountRepository } from './persistence/connector-account.repository';
import { Database } from './persistence/database';
import { IdempotencyKeyRepository } from './persistence/idempotency-key.repository';
import { MerchantAccountRepository } from './persistence/merchant-account.repository';
import { ProcessorWebhookRepository } from './persistence/processor-webhook.repository';
import { ProfileRepository } from './persistence/profile.repository';
import { ProcessorWebhooks } from './processor-webhooks/processor-webhooks';
import { WebhookSweep } from './processor-webhooks/webhook-sweep';
import { Redirects } from './redirects/redirects';
import { RedirectsController } from './redirects/redirects.controller';
import { Refunds } from './refunds/refunds';
import { RefundsController } from './refunds/refunds.controller';

const repositories: Provider[] = [
  ApiKeyRepository,
  ConnectorAccountRepository,
  IdempotencyKeyRepository,
  ProcessorWebhookRepository,
  {
    provide: MerchantAccountRepository,
    inject: [SettingsBox],
    useFactory: (box: SettingsBox) => new MerchantAccountRepository(box),
  },
  { provide: ProfileRepository, inject: [SettingsBox], useFactory: (box: SettingsBox) => new ProfileRepository(box) },
];

const auth = (config: GatewayConfig, logger: Logger): Provider[] => [
  { provide: adminKeyToken, useValue: config.adminApiKey },
  {
    provide: AccountCache,
    inject: [Database],
    useFactory: (database: Database) =>
      new AccountCache(database, {
        apiKeyHashSecret: config.apiKeyHashSecret.reveal(),
        maxAgeMs: config.accountCacheMaxAgeMs,
      }),
  },
  {
    provide: KeyUse,
    inject: [Database, ApiKeyRepository, AccountCache],
    useFactory: (database: Database, keys: ApiKeyRepository, cache: AccountCache) =>
      new KeyUse(database, keys, cache, logger),
  },
];

const accounts = (config: GatewayConfig, logger: Logger): Provider[] => [
  {
    provide: SettingsRelay,
    inject: [Database, MessageProducer],
    useFactory: (database: Database, producer: MessageProducer) =>
      new SettingsRelay({
        database,
        producer,
        logger,
        everyMs: config.settingsRelayEveryMs,
        keepMs: config.outboxKeepMs,
      }),
  },
  {
    provide: ChangeSettings,
    inject: [Database, MerchantAccountRepository, AccountCache, SettingsRelay],
    useFactory: (...parts: ConstructorParameters<typeof ChangeSettings>) => new ChangeSettings(...parts),
  },
  {
    provide: MerchantAccounts,
    inject: [ChangeSettings, MerchantAccountRepository, ProfileRepository, SettingsBox],
    useFactory: (
      settings: ChangeSettings,
      repository: MerchantAccountRepository,
      profiles: ProfileRepository,
      box: SettingsBox,
    ) => new MerchantAccounts(settings, repository, profiles, box, config.keyEnvironment),
  },
  {
    provide: Profiles,
    inject: [ChangeSettings, MerchantAccountRepository, ProfileRepository, SettingsBox],
    useFactory: (...parts: ConstructorParameters<typeof Profiles>) => new Profiles(...parts),
  },
  {
    provide: ApiKeys,
    inject: [Database, ChangeSettings, MerchantAccountRepository, ApiKeyRepository, AccountCache],
    useFactory: (
      database: Database,
      settings: ChangeSettings,
      repository: MerchantAccountRepository,
      keys: ApiKeyRepository,
      cache: AccountCache,
    ) =>
      new ApiKeys(database, settings, repository, keys, cache, {
        environment: config.keyEnvironment,
        hashSecret: config.apiKeyHashSecret.reveal(),
      }),
  },
  {
    provide: ConnectorAccounts,
    inject: [ChangeSettings, ConnectorAccountRepository, ProfileRepository, sealingKeyToken],
    useFactory: (
      settings: ChangeSettings,
      repository: ConnectorAccountRepository,
      profiles: ProfileRepository,
      sealingKey: PublicKey,
    ) => new ConnectorAccounts(settings, repository, profiles, { sealingKey, testConnectors: config.testConnectors }),
  },
];

const payments = (config: GatewayConfig): Provider[] => [
  {
    provide: CardSealer,
    inject: [sealingKeyToken, CvcVault],
    useFactory: (sealingKey: PublicKey, vault: CvcVault) =>
      new CardSealer({ sealingKey, vault, fingerprintKey: config.cardFingerprintSecret }),
  },
  {
    provide: Payments,
    inject: [AskOwner, CardSealer, AccountCache],
    useFactory: (...parts: ConstructorParameters<typeof Payments>) => new Payments(...parts),
  },
  { provide: Refunds, inject: [AskOwner], useFactory: (owner: AskOwner) => new Refunds(owner) },
  {
    provide: Redirects,
    inject: [AskOwner, Profiles],
    useFactory: (owner: AskOwner, profiles: Profiles) =>
      new Redirects(owner, (merchantId, profileId) => profiles.retrieve(merchantId, profileId), config.publicUrl),
  },
];

const webhooks = (config: GatewayConfig, logger: Logger): Provider[] => [
  {
    provide: ProcessorWebhooks,
    inject: [Database, ConnectorAccountRepository, ProcessorWebhookRepository, AccountCache, Requester],
    useFactory: (
      database: Database,
      connectorAccounts: ConnectorAccountRepository,
      repository: ProcessorWebhookRepository,
      cache: AccountCache,
      requester: Requester,
    ) =>
      new ProcessorWebhooks({
        database,
        accounts: connectorAccounts,
        webhooks: repository,
        cache,
        requester,
        verdictWithinMs: config.webhookVerdictMs,
      }),
  },
  {
    provide: WebhookSweep,
    inject: [ProcessorWebhooks],
    useFactory: (processorWebhooks: ProcessorWebhooks) =>
      new WebhookSweep({
        webhooks: processorWebhooks,
        logger,
        everyMs: config.webhookSweepEveryMs,
        keepMs: config.webhookKeepMs,
      }),
  },
];

const idempotency = (config: GatewayConfig, logger: Logger): Provider[] => [
  {
    provide: Idempotency,
    inject: [Database, IdempotencyKeyRepository, SettingsBox],
    useFactory: (database: Database, keys: IdempotencyKeyRepository, box: SettingsBox) =>
      new Idempotency({
        database,
        keys,
        box,
        digestSecret: config.apiKeyHashSecret.reveal(),
        // A command, the question after it, and some time for the rest.
        leaseMs: config.processorWaitMs + 2 * config.waitMs,
      }),
  },
  {
    provide: IdempotencySweep,
    inject: [Database, IdempotencyKeyRepository],
    useFactory: (database: Database, keys: IdempotencyKeyRepository) =>
      new IdempotencySweep({ database, keys, logger, keepMs: config.idempotencyKeepMs }),
  },
];

/** All wiring of the app. */
@Module({})
export class GatewayModule {
  static with(config: GatewayConfig, logger: Logger): DynamicModule {
    return {
      module: GatewayModule,
      imports: [InfrastructureModule.with(config, logger)],
      controllers: [
        MerchantAccountsController,
        ProfilesController,
        ApiKeysController,
        ConnectorAccountsController,
        PaymentsController,
        RedirectsController,
        RefundsController,
      ],
      providers: [
        ...repositories,
        ...auth(config, logger),
        ...accounts(config, logger),
        ...payments(config),
        ...webhooks(config, logger),
        ...idempotency(config, logger),
      ],
    };
  }
}
