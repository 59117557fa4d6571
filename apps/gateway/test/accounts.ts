import { testDataKeys } from '@payorch/harness';
import type { EncodedMessage } from '@payorch/platform/kafka';
import { silentLogger } from '@payorch/platform/telemetry';
import { generateKeyPairSync } from 'node:crypto';
import { Secret } from '@payorch/kernel';
import { ChangeSettings } from '../src/accounts/change-settings';
import { CloseAccount } from '../src/accounts/close-account';
import { ConnectorAccounts } from '../src/accounts/connector-accounts';
import { ConnectorSecretsSealer } from '../src/accounts/connector-secrets';
import { InlineCredentials } from '../src/accounts/inline-credentials';
import { KvFlags } from '../src/accounts/kv-flags';
import { MerchantAccounts } from '../src/accounts/merchant-accounts';
import { ConnectorAccountRepository } from '../src/accounts/persistence/connector-account.repository';
import { InlineCredentialsRepository } from '../src/accounts/persistence/inline-credentials.repository';
import { MerchantAccountRepository } from '../src/accounts/persistence/merchant-account.repository';
import { MerchantRulesRepository } from '../src/accounts/persistence/merchant-rules.repository';
import { ProfileRepository } from '../src/accounts/persistence/profile.repository';
import { RoutingSettingsRepository } from '../src/accounts/persistence/routing-settings.repository';
import { ProfileAcquirers } from '../src/accounts/profile-acquirers';
import { Profiles } from '../src/accounts/profiles';
import { RoutingSettingsStore } from '../src/accounts/routing-settings-store';
import { ApiKeys } from '../src/api-keys/api-keys';
import { AccountCache } from '../src/auth/account-cache';
import { ApiKeyHashes } from '../src/auth/domain/api-key-hashes';
import { ApiKeyRepository } from '../src/auth/persistence/api-key.repository';
import { Configs } from '../src/configs/configs';
import { ConfigRepository } from '../src/configs/persistence/config.repository';
import { GsmRules } from '../src/gsm/gsm-rules';
import { GsmRuleRepository } from '../src/gsm/persistence/gsm-rule.repository';
import { Organizations } from '../src/organizations/organizations';
import { OrganizationRepository } from '../src/organizations/persistence/organization.repository';
import { MerchantRules } from '../src/merchant-rules/merchant-rules';
import { DataKeyRepository } from '../src/data-keys';
import type { Database } from '../src/persistence/database';
import { ChangeGlobalSettings } from '../src/settings/change-global-settings';
import { SettingsRelay } from '../src/settings/settings-relay';
import { CardIssuers } from '../src/cards';
import { CardIssuerRepository } from '../src/cards/persistence/card-issuer.repository';
import { testEgress } from './egress';
import { seals, testBox } from './gateway-database';
import { unrefused } from './unrefused';

const config = { keyEnvironment: 'dev', testConnectors: true } as const;

/** A broker that records messages and can be away. */
export class FakeProducer {
  readonly sent: EncodedMessage[] = [];
  isAway = false;

  send(messages: readonly EncodedMessage[]): Promise<void> {
    if (this.isAway) return Promise.reject(new Error('the broker is away'));
    this.sent.push(...messages);
    return Promise.resolve();
  }
}

/** The account services of one gateway on a database, with a broker for tests. They throw their refusals. */
export function accountServices(database: Database, box = testBox()) {
  const producer = new FakeProducer();
  const accounts = new MerchantAccountRepository(box);
  const profileRows = new ProfileRepository(box);
  const keyRows = new ApiKeyRepository();
  const connectorRows = new ConnectorAccountRepository();
  const credentialRows = new InlineCredentialsRepository();
  const rulesRows = new MerchantRulesRepository();
  const routingRows = new RoutingSettingsRepository();
  const organizationRows = new OrganizationRepository();
  const hashes = new ApiKeyHashes([new Secret('hash-secret')]);
  const cache = new AccountCache(database, { apiKeyHashes: hashes, maxAgeMs: 3_000 });
  const relay = new SettingsRelay(database, producer, silentLogger, { settingsRelayEveryMs: 60_000 });
  const settings = new ChangeSettings(database, accounts, cache, relay);
  const globals = new ChangeGlobalSettings(database, relay);
  const issuers = new CardIssuers(database, new CardIssuerRepository(), { forgetAll: () => undefined });
  const sealing = generateKeyPairSync('x25519');
  const sealer = new ConnectorSecretsSealer({ kid: 'k1', key: sealing.publicKey }, box);
  return {
    cache,
    producer,
    relay,
    credentialParts: [settings, connectorRows, credentialRows] as const,
    rewrapParts: { settings, accounts, profiles: profileRows },
    privateKeys: new Map([['k1', sealing.privateKey]]),
    merchants: unrefused(
      new MerchantAccounts(
        ...([settings, accounts, profileRows, organizationRows, box] as const),
        ...([testDataKeys(), new DataKeyRepository(), testEgress, config] as const),
      ),
    ),
    closing: unrefused(
      new CloseAccount(
        ...([settings, accounts, profileRows, keyRows, connectorRows, credentialRows] as const),
        ...([routingRows, rulesRows, cache] as const),
      ),
    ),
    kvFlags: unrefused(new KvFlags(database, accounts)),
    organizations: unrefused(new Organizations(database, organizationRows)),
    gsmRules: unrefused(new GsmRules(globals, new GsmRuleRepository())),
    configs: unrefused(new Configs(globals, new ConfigRepository(), { has: async (lane) => lane === 'big_shop' })),
    profiles: unrefused(new Profiles(settings, accounts, profileRows, box, testEgress, issuers, routingRows)),
    routing: unrefused(new RoutingSettingsStore(settings, profileRows, connectorRows, routingRows)),
    issuers: unrefused(issuers),
    acquirers: unrefused(new ProfileAcquirers(settings, profileRows, box)),
    rules: unrefused(new MerchantRules(settings, rulesRows)),
    keys: unrefused(new ApiKeys(database, settings, accounts, keyRows, cache, hashes, config)),
    inlineCredentials: (perAccount = 3) =>
      unrefused(
        new InlineCredentials(
          ...([settings, connectorRows, credentialRows, new ConfigRepository(), sealer] as const),
          ...([seals, { load: () => Promise.resolve() }, { inlineCredentialsPerAccount: perAccount }] as const),
        ),
      ),
    connectors: unrefused(new ConnectorAccounts(settings, connectorRows, credentialRows, profileRows, sealer, config)),
  };
}
