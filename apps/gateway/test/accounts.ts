import type { EncodedMessage } from '@payorch/platform/kafka';
import { silentLogger } from '@payorch/platform/telemetry';
import { generateKeyPairSync } from 'node:crypto';
import { Secret } from '@payorch/kernel';
import { ApiKeyHashes } from '../src/auth/domain/api-key-hashes';
import { ApiKeys } from '../src/api-keys/api-keys';
import { ChangeGlobalSettings } from '../src/settings/change-global-settings';
import { ChangeSettings } from '../src/accounts/change-settings';
import { CloseAccount } from '../src/accounts/close-account';
import { ConnectorAccounts } from '../src/accounts/connector-accounts';
import { ConnectorSecretsSealer } from '../src/accounts/connector-secrets';
import { KvFlags } from '../src/accounts/kv-flags';
import { MerchantAccounts } from '../src/accounts/merchant-accounts';
import { ProfileAcquirers } from '../src/accounts/profile-acquirers';
import { Profiles } from '../src/accounts/profiles';
import { SettingsRelay } from '../src/settings/settings-relay';
import { AccountCache } from '../src/auth/account-cache';
import { Configs } from '../src/configs/configs';
import { GsmRules } from '../src/gsm/gsm-rules';
import { Organizations } from '../src/organizations/organizations';
import { ApiKeyRepository } from '../src/auth/persistence/api-key.repository';
import { ConfigRepository } from '../src/configs/persistence/config.repository';
import { ConnectorAccountRepository } from '../src/accounts/persistence/connector-account.repository';
import type { Database } from '../src/persistence/database';
import { GsmRuleRepository } from '../src/gsm/persistence/gsm-rule.repository';
import { MerchantAccountRepository } from '../src/accounts/persistence/merchant-account.repository';
import { OrganizationRepository } from '../src/organizations/persistence/organization.repository';
import { ProfileRepository } from '../src/accounts/persistence/profile.repository';
import { testEgress } from './egress';
import { testBox } from './gateway-database';

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

/** The account services of one gateway on a database, with a broker for tests. */
export function accountServices(database: Database, box = testBox()) {
  const producer = new FakeProducer();
  const accounts = new MerchantAccountRepository(box);
  const profileRows = new ProfileRepository(box);
  const keyRows = new ApiKeyRepository();
  const connectorRows = new ConnectorAccountRepository();
  const organizationRows = new OrganizationRepository();
  const hashes = new ApiKeyHashes([new Secret('hash-secret')]);
  const cache = new AccountCache(database, { apiKeyHashes: hashes, maxAgeMs: 3_000 });
  const relay = new SettingsRelay({ database, producer, logger: silentLogger, everyMs: 60_000, retentionMs: 60_000 });
  const settings = new ChangeSettings(database, accounts, cache, relay);
  const globals = new ChangeGlobalSettings(database, relay);
  const sealing = generateKeyPairSync('x25519');
  return {
    cache,
    producer,
    relay,
    credentialParts: { settings, connectorAccounts: connectorRows },
    rewrapParts: { settings, accounts, profiles: profileRows },
    privateKeys: new Map([['k1', sealing.privateKey]]),
    merchants: new MerchantAccounts(settings, accounts, profileRows, organizationRows, box, {
      environment: 'dev',
      egress: testEgress,
    }),
    closing: new CloseAccount({
      settings,
      accounts,
      profiles: profileRows,
      keys: keyRows,
      connectorAccounts: connectorRows,
      cache,
    }),
    kvFlags: new KvFlags(database, accounts),
    organizations: new Organizations(database, organizationRows),
    gsmRules: new GsmRules(globals, new GsmRuleRepository()),
    configs: new Configs(globals, new ConfigRepository()),
    profiles: new Profiles(settings, accounts, profileRows, box, testEgress),
    acquirers: new ProfileAcquirers(settings, profileRows, box),
    keys: new ApiKeys(database, settings, accounts, keyRows, cache, { environment: 'dev', hashes }),
    connectors: new ConnectorAccounts(
      settings,
      connectorRows,
      profileRows,
      new ConnectorSecretsSealer({ kid: 'k1', key: sealing.publicKey }, box),
      true,
    ),
  };
}
