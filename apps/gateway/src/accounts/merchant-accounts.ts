import { refuse } from '@payorch/contracts';
import type { MerchantId, OrganizationId, ProfileId } from '@payorch/kernel';
import { newId, randomText, referenceIdPattern } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import type { EgressPolicy } from '@payorch/platform/egress';
import type { SettingsBox } from '@payorch/platform/sealing';
import { randomBytes } from 'node:crypto';
import { checkChosenIds } from '../fields/chosen-ids';
import { RefusalError } from '../errors/errors';
import type { ViewedChange } from '../idempotency/change-with-response';
import { newOrganization } from '../organizations/domain/organization';
import { noSuchOrganization } from '../organizations/organizations';
import type { MerchantAccountRepository } from './persistence/merchant-account.repository';
import type { OrganizationRepository } from '../organizations/persistence/organization.repository';
import type { ProfileRepository } from './persistence/profile.repository';
import type { ChangeSettings } from './change-settings';
import type { MerchantAccount, MerchantAccountRequest } from './domain/merchant-account';
import { checkMerchantAccountRequest, newMerchantAccount, updatedMerchantAccount } from './domain/merchant-account';
import type { Profile } from './domain/profile';
import { newProfile } from './domain/profile';
import { sealProfileSecrets } from './persistence/profile-secrets';
import { merchantMessage, profileMessage } from './settings-messages';

const newPublishableKey = (environment: string): string => `pk_${environment}_${randomBytes(16).toString('hex')}`;

/** One profile for each business of the request, or one named `default`. */
export const firstProfiles = (account: MerchantAccount, now: Date, newProfileId: () => ProfileId): Profile[] => {
  const businesses = account.details.primary_business_details;
  const names = businesses.map(({ country, business }) => `${country}_${business}`);
  return [...new Set(names.length === 0 ? ['default'] : names)].map((name) =>
    newProfile({ profile_name: name }, account, { profileId: newProfileId(), now }),
  );
};

export interface MerchantAccountsOptions {
  /** Part of every publishable key. */
  readonly environment: string;
  /** The addresses that webhooks may reach. */
  readonly egress: EgressPolicy;
}

/** Creates, retrieves, updates and lists merchant accounts. */
export class MerchantAccounts {
  constructor(
    private readonly settings: ChangeSettings,
    private readonly accounts: MerchantAccountRepository,
    private readonly profiles: ProfileRepository,
    private readonly organizations: OrganizationRepository,
    private readonly box: SettingsBox,
    private readonly options: MerchantAccountsOptions,
  ) {}

  async create(
    sent: MerchantAccountRequest & { merchant_id: string; organization_id?: string | null },
    trace: ViewedChange<MerchantAccount>,
  ): Promise<MerchantAccount> {
    const badId = checkChosenIds({ merchant_id: sent.merchant_id });
    if (badId) throw new RefusalError(badId);
    await this.mustBeAllowed(sent);
    const merchantId = sent.merchant_id as MerchantId;
    return this.settings.commit(merchantId, trace, async (sql) => {
      const organizationId = await this.organizationFor(sql, sent.organization_id);
      const now = new Date();
      const made = newMerchantAccount(sent, {
        merchantId,
        organizationId,
        publishableKey: newPublishableKey(this.options.environment),
        hashKey: randomText(64),
        now,
      });
      const profiles = firstProfiles(made, now, () => newId('pro'));
      const account = { ...made, defaultProfileId: profiles.length === 1 ? profiles[0]!.profileId : null };
      if (!(await this.accounts.insert(sql, account))) throw new RefusalError(refuse('merchant_exists'));
      const sealed = profiles.map((profile) => ({ profile, secrets: sealProfileSecrets(profile, this.box) }));
      for (const { profile, secrets } of sealed) await this.profiles.insert(sql, profile, secrets);
      return {
        result: account,
        messages: [
          merchantMessage(account),
          ...sealed.map(({ profile, secrets }) => profileMessage(profile, secrets, account.accountVersion)),
        ],
      };
    });
  }

  async retrieve(merchantId: MerchantId): Promise<MerchantAccount> {
    const account = await this.settings.read(merchantId, (sql) => this.accounts.find(sql, merchantId));
    if (!account) throw new RefusalError(refuse('merchant_not_found'));
    return account;
  }

  async update(
    merchantId: MerchantId,
    sent: MerchantAccountRequest & { default_profile?: string | null },
    trace: ViewedChange<MerchantAccount>,
  ): Promise<MerchantAccount> {
    await this.mustBeAllowed(sent);
    return this.settings.of(merchantId, trace, async (sql, stored) => {
      const defaultProfileId = await this.existingProfile(sql, merchantId, sent.default_profile ?? null);
      const account = updatedMerchantAccount(stored, sent, { defaultProfileId, now: new Date() });
      await this.accounts.update(sql, account);
      return { result: account, messages: [merchantMessage(account)] };
    });
  }

  /** For the operator: lists across merchants. */
  listOfOrganization(organizationId: string): Promise<MerchantAccount[]> {
    return this.settings.readAll((sql) => this.accounts.listOfOrganization(sql, organizationId));
  }

  private async mustBeAllowed(sent: MerchantAccountRequest): Promise<void> {
    const refused = checkMerchantAccountRequest(sent, this.options.egress);
    if (refused) throw new RefusalError(refused);
    const { sub_merchants_enabled: isSub, parent_merchant_id: parent } = sent;
    if (!isSub || !parent) return;
    const found =
      referenceIdPattern.test(parent) &&
      (await this.settings.read(parent as MerchantId, (sql) => this.accounts.find(sql, parent as MerchantId)));
    if (!found) throw new RefusalError(refuse('invalid_value', { field: 'parent_merchant_id' }));
  }

  private async organizationFor(sql: Sql, requested: string | null | undefined): Promise<OrganizationId> {
    if (!requested) {
      const made = newOrganization({}, newId<OrganizationId>('org'), new Date());
      await this.organizations.insert(sql, made);
      return made.organizationId;
    }
    const existing = await this.organizations.find(sql, requested);
    if (!existing) throw noSuchOrganization();
    return existing.organizationId;
  }

  private async existingProfile(sql: Sql, merchantId: MerchantId, requested: string | null): Promise<ProfileId | null> {
    if (requested === null) return null;
    const profile = await this.profiles.find(sql, merchantId, requested);
    if (!profile) throw new RefusalError(refuse('profile_not_found', { id: requested }));
    return profile.profileId;
  }
}
