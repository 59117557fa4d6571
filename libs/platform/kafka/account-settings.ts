import type { ConnectorAccountSettings, MerchantSettings, ProfileSettings } from '@payorch/contracts';
import { connectorAccountSettings, merchantSettings, profileSettings } from '@payorch/contracts';
import type { MerchantConnectorId, MerchantId, ProfileId } from '@payorch/kernel';
import type { Incoming } from './envelope';
import { GlobalSettings, isGlobalSetting } from './global-settings';

type Settings = MerchantSettings | ProfileSettings | ConnectorAccountSettings;

/** All that is known of one merchant. */
class Merchant {
  version = 0;
  settings: MerchantSettings | undefined;
  readonly profiles = new Map<ProfileId, ProfileSettings>();
  readonly accounts = new Map<MerchantConnectorId, ConnectorAccountSettings>();
  /** Sorted once a change, not once a payment. */
  readonly accountsByProfile = new Map<ProfileId, readonly ConnectorAccountSettings[]>();
}

const byCreation = (a: ConnectorAccountSettings, b: ConnectorAccountSettings): number =>
  Date.parse(a.createdAt) - Date.parse(b.createdAt) || (a.merchantConnectorId < b.merchantConnectorId ? -1 : 1);

function put<Id, Value extends { readonly deleted: boolean }>(into: Map<Id, Value>, id: Id, value: Value): void {
  if (value.deleted) into.delete(id);
  else into.set(id, value);
}

/** A service's own copy of every merchant's settings, fed by `accounts.config`. Reads cost a map lookup. */
export class AccountSettings {
  /** What travels with them and belongs to no merchant. */
  readonly global = new GlobalSettings();
  private readonly merchants = new Map<string, Merchant>();
  /** Newest version of each setting by message key, deleted ones too: a late duplicate must not bring one back. */
  private readonly applied = new Map<string, number>();
  private readonly waiting = new Map<string, Set<() => void>>();

  /** Takes in one message of `accounts.config`; an older one than what is known changes nothing. */
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

  profile(merchantId: MerchantId, profileId: ProfileId): ProfileSettings | undefined {
    return this.merchants.get(merchantId)?.profiles.get(profileId);
  }

  profilesOf(merchantId: MerchantId): readonly ProfileSettings[] {
    return [...(this.merchants.get(merchantId)?.profiles.values() ?? [])];
  }

  account(merchantId: MerchantId, merchantConnectorId: MerchantConnectorId): ConnectorAccountSettings | undefined {
    return this.merchants.get(merchantId)?.accounts.get(merchantConnectorId);
  }

  /** In order of creation: the default order of fallbacks. */
  accountsOfProfile(merchantId: MerchantId, profileId: ProfileId): readonly ConnectorAccountSettings[] {
    return this.merchants.get(merchantId)?.accountsByProfile.get(profileId) ?? [];
  }

  /** The newest change that this copy holds; 0 for a merchant never heard of. */
  versionOf(merchantId: string): number {
    return this.merchants.get(merchantId)?.version ?? 0;
  }

  /** True as soon as this copy is at least that new, false when the time is over before. */
  waitForVersion(merchantId: string, version: number, timeoutMs: number): Promise<boolean> {
    if (this.versionOf(merchantId) >= version) return Promise.resolve(true);
    return new Promise((resolve) => {
      const waiters = this.waiting.get(merchantId) ?? new Set();
      this.waiting.set(merchantId, waiters);
      const finish = (isThere: boolean) => {
        clearTimeout(timer);
        waiters.delete(check);
        if (waiters.size === 0 && this.waiting.get(merchantId) === waiters) this.waiting.delete(merchantId);
        resolve(isThere);
      };
      const check = () => {
        if (this.versionOf(merchantId) >= version) finish(true);
      };
      const timer = setTimeout(() => finish(false), timeoutMs);
      waiters.add(check);
    });
  }

  private store(merchant: Merchant, type: string, settings: Settings): void {
    if (type === merchantSettings.type)
      merchant.settings = settings.deleted ? undefined : (settings as MerchantSettings);
    if (type === profileSettings.type) {
      const profile = settings as ProfileSettings;
      put(merchant.profiles, profile.profileId, profile);
    }
    if (type === connectorAccountSettings.type) this.storeAccount(merchant, settings as ConnectorAccountSettings);
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
