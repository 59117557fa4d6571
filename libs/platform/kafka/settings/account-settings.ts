import type {
  ConnectorAccountSettings,
  DataKeySettings,
  InlineCredentialsSettings,
  MerchantRulesSettings,
  MerchantSettings,
  ProfileSettings,
  RoutingSettings,
} from '@payorch/contracts';
import {
  baseAccountOf,
  connectorAccountSettings,
  dataKeySettings,
  inlineCredentialsSettings,
  merchantRulesSettings,
  merchantSettings,
  profileSettings,
  routingSettings,
} from '@payorch/contracts';
import type { MerchantConnectorId, MerchantId, ProfileId } from '@payorch/kernel';
import type { Incoming } from '../messages/envelope';
import { ConnectorLanes } from './connector-lanes';
import { GlobalSettings, isGlobalSetting } from './global-settings';

type Settings =
  | MerchantSettings
  | DataKeySettings
  | ProfileSettings
  | ConnectorAccountSettings
  | InlineCredentialsSettings
  | RoutingSettings
  | MerchantRulesSettings;

/** All settings of one merchant. */
class Merchant {
  version = 0;
  settings: MerchantSettings | undefined;
  /** They stay when the merchant account is deleted. */
  dataKeys: DataKeySettings['keys'] | undefined;
  rules: MerchantRulesSettings | undefined;
  readonly profiles = new Map<ProfileId, ProfileSettings>();
  readonly routing = new Map<ProfileId, RoutingSettings>();
  readonly accounts = new Map<MerchantConnectorId, ConnectorAccountSettings>();
  /** By the id of the account itself, then by the id with the credentials. */
  readonly inlineCredentials = new Map<MerchantConnectorId, Map<MerchantConnectorId, InlineCredentialsSettings>>();
  /** Sorted once per change, not once per payment. */
  readonly accountsByProfile = new Map<ProfileId, readonly ConnectorAccountSettings[]>();
}

const byCreation = (a: ConnectorAccountSettings, b: ConnectorAccountSettings): number =>
  Date.parse(a.createdAt) - Date.parse(b.createdAt) || (a.merchantConnectorId < b.merchantConnectorId ? -1 : 1);

function put<Id, Value extends { readonly deleted: boolean }>(into: Map<Id, Value>, id: Id, value: Value): void {
  if (value.deleted) into.delete(id);
  else into.set(id, value);
}

function storeCredentials({ inlineCredentials: all }: Merchant, settings: InlineCredentialsSettings): void {
  const { merchantConnectorId: id } = settings;
  const account = baseAccountOf(id);
  const ofAccount = all.get(account) ?? new Map<MerchantConnectorId, InlineCredentialsSettings>();
  put(ofAccount, id, settings);
  if (ofAccount.size === 0) all.delete(account);
  else all.set(account, ofAccount);
}

/** A service's own copy of every merchant's settings, filled from `accounts.config`. A read costs a map lookup. */
export class AccountSettings {
  /** The settings of the same topic that belong to no merchant. */
  readonly global = new GlobalSettings();
  readonly lanes = new ConnectorLanes(this.global);
  private readonly merchants = new Map<string, Merchant>();
  /**
   * Newest version of each setting by message key, including deleted settings: a late duplicate must not restore them.
   */
  private readonly applied = new Map<string, number>();
  private readonly waiting = new Map<string, Set<() => void>>();
  private readonly rotated = new Map<string, number>();
  /** By platform, the accounts that share its customers, also the deleted ones: their payments still name customers. */
  private readonly sharing = new Map<MerchantId, Set<MerchantId>>();
  private readonly customerOwners = new Map<MerchantId, MerchantId>();
  /** By merchant and profile. */
  private readonly scored = new Map<string, RoutingSettings>();
  /** By merchant and profile. */
  private readonly polling = new Map<string, ProfileSettings>();

  /** Applies one message of `accounts.config`; an older version than the current one changes nothing. */
  readonly apply = ({ message, data, key }: Incoming): void => {
    if (isGlobalSetting({ message })) return this.global.apply({ message, data });
    const settings = data as Settings;
    const name = key ?? message.keyOf(data) ?? '';
    if ((this.applied.get(name) ?? 0) > settings.accountVersion) return;
    this.applied.set(name, settings.accountVersion);
    const merchant = this.merchants.get(settings.merchantId) ?? new Merchant();
    this.merchants.set(settings.merchantId, merchant);
    this.store(merchant, message.type, settings);
    merchant.version = Math.max(merchant.version, settings.accountVersion);
    for (const check of this.waiting.get(settings.merchantId) ?? []) check();
  };

  merchant(merchantId: MerchantId): MerchantSettings | undefined {
    return this.merchants.get(merchantId)?.settings;
  }

  /** The account under whose id the merchant's customers are stored: its platform, else the merchant itself. */
  customersOf(merchantId: MerchantId): MerchantId {
    return this.customerOwners.get(merchantId) ?? merchantId;
  }

  /** The accounts that share the customers of this account, by id, without itself. */
  accountsSharing(merchantId: MerchantId): readonly MerchantId[] {
    return [...(this.sharing.get(merchantId) ?? [])].sort();
  }

  dataKeysOf(merchantId: string): DataKeySettings['keys'] | undefined {
    return this.merchants.get(merchantId)?.dataKeys;
  }

  /** By merchant, the version of its current data key; without the merchants whose first one is current. */
  rotatedDataKeys(): ReadonlyMap<string, number> {
    return this.rotated;
  }

  profile(merchantId: MerchantId, profileId: ProfileId): ProfileSettings | undefined {
    return this.merchants.get(merchantId)?.profiles.get(profileId);
  }

  profilesOf(merchantId: MerchantId): readonly ProfileSettings[] {
    return [...(this.merchants.get(merchantId)?.profiles.values() ?? [])];
  }

  /** How the profile routes; undefined: nothing is set, so its accounts follow in order of creation. */
  routing(merchantId: MerchantId, profileId: ProfileId): RoutingSettings | undefined {
    return this.merchants.get(merchantId)?.routing.get(profileId);
  }

  /** The routing of every profile for which scores are kept. */
  scoredProfiles(): readonly RoutingSettings[] {
    return [...this.scored.values()];
  }

  /** Every profile whose open disputes are read at their processor. */
  pollingProfiles(): readonly ProfileSettings[] {
    return [...this.polling.values()];
  }

  /** The merchant's rules for all of its profiles. */
  rules(merchantId: MerchantId): MerchantRulesSettings | undefined {
    return this.merchants.get(merchantId)?.rules;
  }

  account(merchantId: MerchantId, merchantConnectorId: MerchantConnectorId): ConnectorAccountSettings | undefined {
    return this.merchants.get(merchantId)?.accounts.get(merchantConnectorId);
  }

  /** The inline credentials that the id of an account names; undefined where it names none. */
  inlineCredentials(merchantId: MerchantId, id: MerchantConnectorId): InlineCredentialsSettings | undefined {
    return this.merchants.get(merchantId)?.inlineCredentials.get(baseAccountOf(id))?.get(id);
  }

  /** All ids of an account: its own, and those with inline credentials. */
  idsOfAccount(merchantId: MerchantId, account: MerchantConnectorId): readonly MerchantConnectorId[] {
    return [account, ...(this.merchants.get(merchantId)?.inlineCredentials.get(account)?.keys() ?? [])];
  }

  /** In order of creation, which is the default fallback order. */
  accountsOfProfile(merchantId: MerchantId, profileId: ProfileId): readonly ConnectorAccountSettings[] {
    return this.merchants.get(merchantId)?.accountsByProfile.get(profileId) ?? [];
  }

  /** The newest version of this copy; 0 for an unknown merchant. */
  versionOf(merchantId: string): number {
    return this.merchants.get(merchantId)?.version ?? 0;
  }

  /** True as soon as this copy has at least this version, false after the timeout. */
  waitForVersion(merchantId: string, version: number, timeoutMs: number): Promise<boolean> {
    if (this.versionOf(merchantId) >= version) return Promise.resolve(true);
    return new Promise((resolve) => {
      const checks = this.waiting.get(merchantId) ?? new Set();
      this.waiting.set(merchantId, checks);
      const finish = (isThere: boolean) => {
        clearTimeout(timer);
        checks.delete(check);
        if (checks.size === 0 && this.waiting.get(merchantId) === checks) this.waiting.delete(merchantId);
        resolve(isThere);
      };
      const check = () => {
        if (this.versionOf(merchantId) >= version) finish(true);
      };
      const timer = setTimeout(() => finish(false), timeoutMs);
      checks.add(check);
    });
  }

  private store(merchant: Merchant, type: string, settings: Settings): void {
    if (type === merchantSettings.type) {
      const own = settings as MerchantSettings;
      merchant.settings = own.deleted ? undefined : own;
      if (own.customersOf) this.shareCustomers(own.merchantId, own.customersOf);
    }
    if (type === dataKeySettings.type) this.storeDataKeys(merchant, settings as DataKeySettings);
    if (type === profileSettings.type) {
      const profile = settings as ProfileSettings;
      put(merchant.profiles, profile.profileId, profile);
      const isPolling = Boolean(profile.disputePollingHours) && !profile.deleted;
      put(this.polling, `${profile.merchantId}/${profile.profileId}`, { ...profile, deleted: !isPolling });
    }
    if (type === inlineCredentialsSettings.type) storeCredentials(merchant, settings as InlineCredentialsSettings);
    if (type === routingSettings.type) {
      const routing = settings as RoutingSettings;
      put(merchant.routing, routing.profileId, routing);
      const isScored = routing.dynamic !== null && !routing.deleted;
      put(this.scored, `${routing.merchantId}/${routing.profileId}`, { ...routing, deleted: !isScored });
    }
    if (type === merchantRulesSettings.type) {
      const rules = settings as MerchantRulesSettings;
      merchant.rules = rules.deleted ? undefined : rules;
    }
    if (type === connectorAccountSettings.type) this.storeAccount(merchant, settings as ConnectorAccountSettings);
  }

  private shareCustomers(merchantId: MerchantId, platformId: MerchantId): void {
    this.customerOwners.set(merchantId, platformId);
    const accounts = this.sharing.get(platformId) ?? new Set();
    this.sharing.set(platformId, accounts.add(merchantId));
  }

  private storeDataKeys(merchant: Merchant, { merchantId, keys }: DataKeySettings): void {
    merchant.dataKeys = keys;
    const current = Math.max(...keys.map(({ version }) => version));
    if (current > 1) this.rotated.set(merchantId, current);
  }

  private storeAccount(merchant: Merchant, account: ConnectorAccountSettings): void {
    const before = merchant.accounts.get(account.merchantConnectorId);
    put(merchant.accounts, account.merchantConnectorId, account);
    for (const profileId of new Set([account.profileId, before?.profileId ?? account.profileId])) {
      const ofProfile = [...merchant.accounts.values()].filter((other) => other.profileId === profileId);
      merchant.accountsByProfile.set(profileId, ofProfile.sort(byCreation));
    }
  }
}
