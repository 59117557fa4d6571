import type { Provider } from '@nestjs/common';
import { egressPolicy } from '@payorch/platform/egress';
import { MessageProducer } from '@payorch/platform/kafka';
import { SettingsBox, type PublicKey } from '@payorch/platform/sealing';
import type { Logger } from '@payorch/platform/telemetry';
import { ApiKeysController } from './api-keys/http/api-keys.controller';
import { ApiKeyHashes } from './auth/domain/api-key-hashes';
import { ApiKeys } from './api-keys/api-keys';
import { ChangeGlobalSettings } from './settings/change-global-settings';
import { ChangeSettings } from './accounts/change-settings';
import { CloseAccount } from './accounts/close-account';
import { ConnectorAccountsController } from './accounts/http/connector-accounts.controller';
import { ConnectorAccounts } from './accounts/connector-accounts';
import { ConnectorSecretsSealer } from './accounts/connector-secrets';
import { KvFlags } from './accounts/kv-flags';
import { MerchantAccountsController } from './accounts/http/merchant-accounts.controller';
import { MerchantAccounts } from './accounts/merchant-accounts';
import { ProfileAcquirersController } from './accounts/http/profile-acquirers.controller';
import { ProfileAcquirers } from './accounts/profile-acquirers';
import { ProfileListsController } from './accounts/http/profile-lists.controller';
import { ProfilesController } from './accounts/http/profiles.controller';
import { Profiles } from './accounts/profiles';
import { SettingsRelay } from './settings/settings-relay';
import { AccountCache } from './auth/account-cache';
import type { GatewayConfig } from './config';
import { Configs } from './configs/configs';
import { ConfigsController } from './configs/http/configs.controller';
import { GsmRules } from './gsm/gsm-rules';
import { GsmRulesController } from './gsm/http/gsm-rules.controller';
import { sealingKeyToken } from './infrastructure.module';
import { Organizations } from './organizations/organizations';
import { OrganizationsController } from './organizations/http/organizations.controller';
import { ApiKeyRepository } from './auth/persistence/api-key.repository';
import { ConfigRepository } from './configs/persistence/config.repository';
import { ConnectorAccountRepository } from './accounts/persistence/connector-account.repository';
import { Database } from './persistence/database';
import { GsmRuleRepository } from './gsm/persistence/gsm-rule.repository';
import { MerchantAccountRepository } from './accounts/persistence/merchant-account.repository';
import { OrganizationRepository } from './organizations/persistence/organization.repository';
import { ProfileRepository } from './accounts/persistence/profile.repository';

/** Providers of the settings that operators and merchants change; payments have their own. */
export const adminControllers = [
  OrganizationsController,
  MerchantAccountsController,
  ProfilesController,
  ProfileListsController,
  ProfileAcquirersController,
  ApiKeysController,
  ConnectorAccountsController,
  GsmRulesController,
  ConfigsController,
];

export const adminRepositories: Provider[] = [
  ApiKeyRepository,
  ConnectorAccountRepository,
  OrganizationRepository,
  GsmRuleRepository,
  ConfigRepository,
  {
    provide: MerchantAccountRepository,
    inject: [SettingsBox],
    useFactory: (box: SettingsBox) => new MerchantAccountRepository(box),
  },
  { provide: ProfileRepository, inject: [SettingsBox], useFactory: (box: SettingsBox) => new ProfileRepository(box) },
];

const changes = (config: GatewayConfig, logger: Logger): Provider[] => [
  {
    provide: SettingsRelay,
    inject: [Database, MessageProducer],
    useFactory: (database: Database, producer: MessageProducer) =>
      new SettingsRelay({
        database,
        producer,
        logger,
        everyMs: config.settingsRelayEveryMs,
        retentionMs: config.outboxRetentionMs,
      }),
  },
  {
    provide: ChangeSettings,
    inject: [Database, MerchantAccountRepository, AccountCache, SettingsRelay],
    useFactory: (...parts: ConstructorParameters<typeof ChangeSettings>) => new ChangeSettings(...parts),
  },
  {
    provide: ChangeGlobalSettings,
    inject: [Database, SettingsRelay],
    useFactory: (...parts: ConstructorParameters<typeof ChangeGlobalSettings>) => new ChangeGlobalSettings(...parts),
  },
];

const merchants = (config: GatewayConfig): Provider[] => [
  {
    provide: MerchantAccounts,
    inject: [ChangeSettings, MerchantAccountRepository, ProfileRepository, OrganizationRepository, SettingsBox],
    useFactory: (
      settings: ChangeSettings,
      accounts: MerchantAccountRepository,
      profiles: ProfileRepository,
      organizations: OrganizationRepository,
      box: SettingsBox,
    ) =>
      new MerchantAccounts(settings, accounts, profiles, organizations, box, {
        environment: config.keyEnvironment,
        egress: egressPolicy(config),
      }),
  },
  {
    provide: CloseAccount,
    inject: [
      ChangeSettings,
      MerchantAccountRepository,
      ProfileRepository,
      ApiKeyRepository,
      ConnectorAccountRepository,
      AccountCache,
    ],
    useFactory: (
      settings: ChangeSettings,
      accounts: MerchantAccountRepository,
      profiles: ProfileRepository,
      keys: ApiKeyRepository,
      connectorAccounts: ConnectorAccountRepository,
      cache: AccountCache,
    ) => new CloseAccount({ settings, accounts, profiles, keys, connectorAccounts, cache }),
  },
  {
    provide: KvFlags,
    inject: [Database, MerchantAccountRepository],
    useFactory: (...parts: ConstructorParameters<typeof KvFlags>) => new KvFlags(...parts),
  },
  {
    provide: Profiles,
    inject: [ChangeSettings, MerchantAccountRepository, ProfileRepository, SettingsBox],
    useFactory: (
      settings: ChangeSettings,
      accounts: MerchantAccountRepository,
      profiles: ProfileRepository,
      box: SettingsBox,
    ) => new Profiles(settings, accounts, profiles, box, egressPolicy(config)),
  },
  {
    provide: ProfileAcquirers,
    inject: [ChangeSettings, ProfileRepository, SettingsBox],
    useFactory: (...parts: ConstructorParameters<typeof ProfileAcquirers>) => new ProfileAcquirers(...parts),
  },
];

const access = (config: GatewayConfig): Provider[] => [
  {
    provide: ApiKeys,
    inject: [Database, ChangeSettings, MerchantAccountRepository, ApiKeyRepository, AccountCache, ApiKeyHashes],
    useFactory: (
      database: Database,
      settings: ChangeSettings,
      accounts: MerchantAccountRepository,
      keys: ApiKeyRepository,
      cache: AccountCache,
      hashes: ApiKeyHashes,
    ) => new ApiKeys(database, settings, accounts, keys, cache, { environment: config.keyEnvironment, hashes }),
  },
  {
    provide: ConnectorAccounts,
    inject: [ChangeSettings, ConnectorAccountRepository, ProfileRepository, sealingKeyToken, SettingsBox],
    useFactory: (
      settings: ChangeSettings,
      connectorAccounts: ConnectorAccountRepository,
      profiles: ProfileRepository,
      sealingKey: PublicKey,
      box: SettingsBox,
    ) =>
      new ConnectorAccounts(
        settings,
        connectorAccounts,
        profiles,
        new ConnectorSecretsSealer(sealingKey, box),
        config.testConnectors,
      ),
  },
];

const ofTheOperator: Provider[] = [
  {
    provide: Organizations,
    inject: [Database, OrganizationRepository],
    useFactory: (...parts: ConstructorParameters<typeof Organizations>) => new Organizations(...parts),
  },
  {
    provide: GsmRules,
    inject: [ChangeGlobalSettings, GsmRuleRepository],
    useFactory: (...parts: ConstructorParameters<typeof GsmRules>) => new GsmRules(...parts),
  },
  {
    provide: Configs,
    inject: [ChangeGlobalSettings, ConfigRepository],
    useFactory: (...parts: ConstructorParameters<typeof Configs>) => new Configs(...parts),
  },
];

export const adminProviders = (config: GatewayConfig, logger: Logger): Provider[] => [
  ...changes(config, logger),
  ...merchants(config),
  ...access(config),
  ...ofTheOperator,
];
