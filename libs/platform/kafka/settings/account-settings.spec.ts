import type {
  ConnectorAccountSettings,
  InlineCredentialsSettings,
  MerchantSettings,
  MessageDefinition,
  ProfileSettings,
} from '@payorch/contracts';
import {
  connectorAccountSettings,
  inlineCredentialsSettings,
  merchantSettings,
  profileDefaults,
  profileSettings,
} from '@payorch/contracts';
import type { MerchantConnectorId, MerchantId, OrganizationId, ProfileId } from '@payorch/kernel';
import { AccountSettings } from './account-settings';
import { aContext } from '../kafka.fixture';

const merchantId = 'm1' as MerchantId;
const profileId = 'pro_1' as ProfileId;
const updatedAt = '2026-11-21T05:00:00Z';

const merchant = (accountVersion: number, deleted = false): MerchantSettings => ({
  merchantId,
  accountVersion,
  updatedAt,
  organizationId: 'org_1' as OrganizationId,
  merchantName: null,
  defaultProfileId: profileId,
  deleted,
});

const profile = (accountVersion: number, overrides: Partial<ProfileSettings> = {}): ProfileSettings => ({
  ...profileDefaults(merchantId, profileId),
  accountVersion,
  ...overrides,
});

const account = (id: string, accountVersion: number, overrides: Partial<ConnectorAccountSettings> = {}) => ({
  merchantId,
  accountVersion,
  updatedAt,
  profileId,
  merchantConnectorId: id as MerchantConnectorId,
  connector: 'stripe',
  connectorType: 'payment_processor',
  connectorLabel: id,
  disabled: false,
  paymentMethodsEnabled: null,
  sealedCredentials: 'sealed',
  sealedWebhookSecrets: null,
  metadata: null,
  createdAt: updatedAt,
  deleted: false,
  ...overrides,
});

describe('AccountSettings', () => {
  let settings: AccountSettings;
  const apply = <Data>(message: MessageDefinition<Data>, data: Data) =>
    settings.apply({
      message: message as MessageDefinition,
      data,
      key: message.keyOf(data),
      context: aContext(),
      origin: { topic: message.topic, partition: 0, offset: '0' },
    });
  const idsOf = (ofProfile = profileId) =>
    settings.accountsOfProfile(merchantId, ofProfile).map(({ merchantConnectorId }) => merchantConnectorId);

  beforeEach(() => {
    settings = new AccountSettings();
  });

  it('the settings return what was applied, and nothing of another merchant', () => {
    apply(merchantSettings, merchant(1));
    apply(profileSettings, profile(2));
    apply(connectorAccountSettings, account('mca_1', 3));
    expect(settings.merchant(merchantId)).toEqual(merchant(1));
    expect(settings.profile(merchantId, profileId)).toEqual(profile(2));
    expect(settings.profilesOf(merchantId)).toEqual([profile(2)]);
    expect(settings.account(merchantId, 'mca_1' as MerchantConnectorId)).toEqual(account('mca_1', 3));
    expect(settings.versionOf(merchantId)).toBe(3);
    const other = 'm2' as MerchantId;
    expect(settings.merchant(other)).toBeUndefined();
    expect(settings.profile(other, profileId)).toBeUndefined();
    expect(settings.accountsOfProfile(other, profileId)).toEqual([]);
    expect(settings.versionOf(other)).toBe(0);
  });

  it('the accounts of a profile are listed in the order of their creation', () => {
    apply(connectorAccountSettings, account('mca_b', 1, { createdAt: '2026-11-21T05:00:02Z' }));
    apply(connectorAccountSettings, account('mca_c', 2, { createdAt: '2026-11-21T07:00:01+02:00' }));
    apply(connectorAccountSettings, account('mca_a', 3, { createdAt: '2026-11-21T05:00:02Z' }));
    expect(idsOf()).toEqual(['mca_c', 'mca_a', 'mca_b']);
  });

  it('an account moves with its profile', () => {
    const other = 'pro_2' as ProfileId;
    apply(connectorAccountSettings, account('mca_1', 1));
    apply(connectorAccountSettings, account('mca_1', 2, { profileId: other }));
    expect(idsOf()).toEqual([]);
    expect(idsOf(other)).toEqual(['mca_1']);
  });

  it('a connected account names the customers of its platform, also after its deletion', () => {
    const platform = 'platform' as MerchantId;
    expect([settings.customersOf(merchantId), settings.accountsSharing(platform)]).toEqual([merchantId, []]);
    for (const change of [merchant(1), merchant(2), merchant(3, true)])
      apply(merchantSettings, { ...change, customersOf: platform });
    expect(settings.customersOf(merchantId)).toBe(platform);
    expect(settings.accountsSharing(platform)).toEqual([merchantId]);
    expect([settings.customersOf(platform), settings.accountsSharing(merchantId)]).toEqual([platform, []]);
  });

  it('profiles whose disputes are polled are listed until they poll no more, or are deleted', () => {
    const polling = () => settings.pollingProfiles().map(({ disputePollingHours }) => disputePollingHours);
    apply(profileSettings, profile(1));
    expect(polling()).toEqual([]);
    apply(profileSettings, profile(2, { disputePollingHours: 24 }));
    expect(polling()).toEqual([24]);
    apply(profileSettings, profile(3, { disputePollingHours: 1 }));
    expect(polling()).toEqual([1]);
    apply(profileSettings, profile(4));
    expect(polling()).toEqual([]);
    apply(profileSettings, profile(5, { disputePollingHours: 1 }));
    apply(profileSettings, profile(6, { disputePollingHours: 1, deleted: true }));
    expect(polling()).toEqual([]);
  });

  it('deleted settings are removed, and a late duplicate does not restore them', () => {
    apply(merchantSettings, merchant(1));
    apply(profileSettings, profile(2));
    apply(connectorAccountSettings, account('mca_1', 3));
    apply(connectorAccountSettings, account('mca_1', 4, { deleted: true }));
    apply(profileSettings, profile(5, { deleted: true }));
    apply(merchantSettings, merchant(6, true));
    apply(connectorAccountSettings, account('mca_1', 3));
    apply(profileSettings, profile(2));
    apply(merchantSettings, merchant(1));
    expect(settings.merchant(merchantId)).toBeUndefined();
    expect(settings.profilesOf(merchantId)).toEqual([]);
    expect(idsOf()).toEqual([]);
    expect(settings.versionOf(merchantId)).toBe(6);
  });

  it('inline credentials belong to their account, and are no account', () => {
    const idOf = (text: string) => text as MerchantConnectorId;
    const credentials = (id: string, accountVersion: number, deleted = false): InlineCredentialsSettings => ({
      merchantId,
      accountVersion,
      updatedAt,
      merchantConnectorId: idOf(id),
      connector: 'stripe',
      sealedCredentials: `sealed ${id}`,
      metadata: null,
      deleted,
    });
    apply(connectorAccountSettings, account('mca_1', 1));
    apply(inlineCredentialsSettings, credentials('mca_1.crd_1', 2));
    apply(inlineCredentialsSettings, credentials('mca_1.crd_2', 3));
    expect(settings.inlineCredentials(merchantId, idOf('mca_1.crd_2'))).toEqual(credentials('mca_1.crd_2', 3));
    expect(settings.account(merchantId, idOf('mca_1.crd_2'))).toBeUndefined();
    expect(idsOf()).toEqual(['mca_1']);
    expect(settings.idsOfAccount(merchantId, idOf('mca_1'))).toEqual(['mca_1', 'mca_1.crd_1', 'mca_1.crd_2']);
    apply(inlineCredentialsSettings, credentials('mca_1.crd_1', 4, true));
    apply(inlineCredentialsSettings, credentials('mca_1.crd_1', 2));
    expect(settings.idsOfAccount(merchantId, idOf('mca_1'))).toEqual(['mca_1', 'mca_1.crd_2']);
    expect(settings.inlineCredentials('m2' as MerchantId, idOf('mca_1.crd_2'))).toBeUndefined();
  });

  it('a caller that needs a newer version waits for it', async () => {
    apply(merchantSettings, merchant(1));
    await expect(settings.waitForVersion(merchantId, 1, 0)).resolves.toBe(true);
    const third = settings.waitForVersion(merchantId, 3, 60_000);
    const unknownMerchant = settings.waitForVersion('m2', 1, 5);
    apply(profileSettings, profile(2));
    await expect(Promise.race([third, unknownMerchant])).resolves.toBe(false);
    apply(profileSettings, profile(3));
    await expect(third).resolves.toBe(true);
  });
});
