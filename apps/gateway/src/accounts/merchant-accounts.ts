import { Inject, Injectable } from '@nestjs/common';
import { isRefusal, joinRefusals, type Refusal, refuse } from '@payorch/contracts';
import type { MerchantId, OrganizationId, ProfileId } from '@payorch/kernel';
import { newId, randomText, referenceIdPattern } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import type { EgressPolicy } from '@payorch/platform/egress';
import { DataKeys, SettingsBox } from '@payorch/platform/sealing';
import { randomBytes } from 'node:crypto';
import type { AccountType } from '../auth';
import type { GatewayConfig } from '../config';
import { DataKeyRepository } from '../data-keys';
import { checkChosenIds } from '../fields';
import type { ViewedChange } from '../idempotency';
import { newOrganization, noSuchOrganization, type Organization, OrganizationRepository } from '../organizations';
import { configToken, egressToken } from '../tokens';
import { ChangeSettings } from './change-settings';
import { accountTypeIn } from './domain/account-type';
import {
  type MerchantAccount,
  type MerchantAccountRequest,
  checkMerchantAccountRequest,
  newMerchantAccount,
  updatedMerchantAccount,
} from './domain/merchant-account';
import { type Profile, newProfile } from './domain/profile';
import { MerchantAccountRepository } from './persistence/merchant-account.repository';
import { sealProfileSecrets } from './persistence/profile-secrets';
import { ProfileRepository } from './persistence/profile.repository';
import { dataKeysMessage, firstDataKeys, merchantMessage, profileMessage } from './settings-messages';

const newPublishableKey = (environment: string): string => `pk_${environment}_${randomBytes(16).toString('hex')}`;

type NewAccountRequest = MerchantAccountRequest & {
  readonly merchant_id: string;
  readonly organization_id?: string | null;
};

const checkNewAccount = (sent: NewAccountRequest, egress: EgressPolicy): Refusal | undefined =>
  joinRefusals(
    [
      checkChosenIds({ merchant_id: sent.merchant_id }),
      sent.organization_id ? undefined : accountTypeIn(undefined, sent.merchant_account_type ?? 'standard'),
      checkMerchantAccountRequest(sent, egress),
    ].filter(isRefusal),
  );

/** One profile for each business of the request, or one named `default`. */
export const firstProfiles = (account: MerchantAccount, now: Date, newProfileId: () => ProfileId): Profile[] => {
  const businesses = account.details.primary_business_details;
  const names = businesses.map(({ country, business }) => `${country}_${business}`);
  return [...new Set(names.length === 0 ? ['default'] : names)].map((name) =>
    newProfile({ profile_name: name }, account, { profileId: newProfileId(), now }),
  );
};

const otherOrganization = refuse('invalid_request', {
  message: 'Mismatched organization_id in request and authenticated context',
  path: 'organization_id',
});
const otherOrganizationListed = refuse('invalid_request', {
  message: 'Organization ID in request and authentication do not match',
  path: 'organization_id',
});

/** Whether a request may name the organization; `only` is undefined for the operator. */
const isWithin = (organizationId: string | null, only: OrganizationId | undefined): boolean =>
  only === undefined || organizationId === only;

/** Creates, retrieves, updates and lists merchant accounts. */
@Injectable()
export class MerchantAccounts {
  constructor(
    @Inject(ChangeSettings) private readonly settings: ChangeSettings,
    @Inject(MerchantAccountRepository) private readonly accounts: MerchantAccountRepository,
    @Inject(ProfileRepository) private readonly profiles: ProfileRepository,
    @Inject(OrganizationRepository) private readonly organizations: OrganizationRepository,
    @Inject(SettingsBox) private readonly box: SettingsBox,
    @Inject(DataKeys) private readonly dataKeys: DataKeys,
    @Inject(DataKeyRepository) private readonly dataKeyRows: DataKeyRepository,
    @Inject(egressToken) private readonly egress: EgressPolicy,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'keyEnvironment'>,
  ) {}

  /** `only`: the account's organization where a platform creates it. */
  async create(
    request: NewAccountRequest,
    trace: ViewedChange<MerchantAccount>,
    only?: OrganizationId,
  ): Promise<MerchantAccount | Refusal> {
    const sent = { ...request, organization_id: request.organization_id ?? only ?? null };
    if (!isWithin(sent.organization_id, only)) return otherOrganization;
    const refused = checkNewAccount(sent, this.egress) ?? (await this.checkParent(sent));
    if (refused) return refused;
    const merchantId = sent.merchant_id as MerchantId;
    return this.settings.commit(merchantId, trace, async (sql) => {
      const place = await this.placeFor(sql, merchantId, sent);
      if (isRefusal(place)) return place;
      const now = new Date();
      const made = newMerchantAccount(sent, {
        merchantId,
        ...place,
        publishableKey: newPublishableKey(this.config.keyEnvironment),
        hashKey: randomText(64),
        now,
      });
      const profiles = firstProfiles(made, now, () => newId('pro'));
      const account = { ...made, defaultProfileId: profiles.length === 1 ? profiles[0]!.profileId : null };
      if (!(await this.accounts.insert(sql, account))) return refuse('merchant_exists');
      const keys = firstDataKeys(this.dataKeys, merchantId);
      await this.dataKeyRows.insert(sql, merchantId, keys);
      const sealed = profiles.map((profile) => ({ profile, secrets: sealProfileSecrets(profile, this.box) }));
      for (const { profile, secrets } of sealed) await this.profiles.insert(sql, profile, secrets);
      return {
        result: account,
        messages: [
          // First: a service that knows the account can open its data.
          dataKeysMessage(merchantId, account.accountVersion, keys),
          merchantMessage(account),
          ...sealed.map(({ profile, secrets }) => profileMessage(profile, secrets, account.accountVersion)),
        ],
      };
    });
  }

  async retrieve(merchantId: MerchantId): Promise<MerchantAccount | Refusal> {
    const account = await this.settings.read(merchantId, (sql) => this.accounts.find(sql, merchantId));
    return account ?? refuse('merchant_not_found');
  }

  async update(
    merchantId: MerchantId,
    sent: MerchantAccountRequest & { default_profile?: string | null },
    trace: ViewedChange<MerchantAccount>,
  ): Promise<MerchantAccount | Refusal> {
    const refused = checkMerchantAccountRequest(sent, this.egress) ?? (await this.checkParent(sent));
    if (refused) return refused;
    return this.settings.of(merchantId, trace, async (sql, stored) => {
      const defaultProfileId = await this.existingProfile(sql, merchantId, sent.default_profile ?? null);
      if (isRefusal(defaultProfileId)) return defaultProfileId;
      const account = updatedMerchantAccount(stored, sent, { defaultProfileId, now: new Date() });
      await this.accounts.update(sql, account);
      return { result: account, messages: [merchantMessage(account)] };
    });
  }

  /** Lists across merchants; `only`: for the platform of this organization. */
  async listOfOrganization(organizationId: string, only?: OrganizationId): Promise<MerchantAccount[] | Refusal> {
    if (!isWithin(organizationId, only)) return otherOrganizationListed;
    return this.settings.readAll((sql) => this.accounts.listOfOrganization(sql, organizationId));
  }

  /** The parent account of a sub-merchant exists. */
  private async checkParent({
    sub_merchants_enabled: isSub,
    parent_merchant_id: parent,
  }: MerchantAccountRequest): Promise<Refusal | undefined> {
    if (!isSub || !parent) return undefined;
    const found =
      referenceIdPattern.test(parent) &&
      (await this.settings.read(parent as MerchantId, (sql) => this.accounts.find(sql, parent as MerchantId)));
    return found ? undefined : refuse('invalid_value', { field: 'parent_merchant_id' });
  }

  /** The organization of a new account, existing or new, and the account's type in it. */
  private async placeFor(
    sql: Sql,
    merchantId: MerchantId,
    { organization_id: requested, merchant_account_type: type }: NewAccountRequest,
  ): Promise<Pick<MerchantAccount, 'organizationId' | 'accountType' | 'platformMerchantId'> | Refusal> {
    const existing = requested ? await this.organizations.lock(sql, requested) : undefined;
    if (requested && !existing) return noSuchOrganization;
    const accountType = accountTypeIn(existing, type ?? 'standard');
    if (isRefusal(accountType)) return accountType;
    const organization = existing ?? (await this.newOrganizationOf(sql, accountType));
    const { organizationId, platformMerchantId } = organization;
    if (accountType === 'platform') await this.organizations.setPlatform(sql, organizationId, merchantId);
    return { organizationId, accountType, platformMerchantId: accountType === 'connected' ? platformMerchantId : null };
  }

  private async newOrganizationOf(sql: Sql, accountType: AccountType): Promise<Organization> {
    const type = accountType === 'platform' ? 'platform' : 'standard';
    const made = newOrganization({}, newId<OrganizationId>('org'), new Date(), type);
    await this.organizations.insert(sql, made);
    return made;
  }

  private async existingProfile(
    sql: Sql,
    merchantId: MerchantId,
    requested: string | null,
  ): Promise<ProfileId | null | Refusal> {
    if (requested === null) return null;
    const profile = await this.profiles.find(sql, merchantId, requested);
    return profile ? profile.profileId : refuse('profile_not_found', { id: requested });
  }
}
