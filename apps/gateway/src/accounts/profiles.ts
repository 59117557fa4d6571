import { Inject, Injectable } from '@nestjs/common';
import { joinRefusals, refuse, type Refusal } from '@payorch/contracts';
import type { MerchantId, ProfileId } from '@payorch/kernel';
import { newId } from '@payorch/kernel';
import type { EgressPolicy } from '@payorch/platform/egress';
import { SettingsBox } from '@payorch/platform/sealing';
import { CardIssuers } from '../cards';
import type { ViewedChange } from '../idempotency';
import type { RequestTrace } from '../request';
import { egressToken } from '../tokens';
import { ChangeSettings } from './change-settings';
import { issuersIn, sentIssuersIn } from './domain/payment-method-blocking';
import { type Profile, type ProfileRequest, checkProfileRequest, newProfile, updatedProfile } from './domain/profile';
import { MerchantAccountRepository } from './persistence/merchant-account.repository';
import { sealProfileSecrets } from './persistence/profile-secrets';
import { ProfileRepository } from './persistence/profile.repository';
import { RoutingSettingsRepository } from './persistence/routing-settings.repository';
import { deletedProfileMessage, deletedRoutingMessage, merchantMessage, profileMessage } from './settings-messages';

/** Creates, retrieves, updates and deletes a merchant's business profiles. */
@Injectable()
export class Profiles {
  constructor(
    @Inject(ChangeSettings) private readonly settings: ChangeSettings,
    @Inject(MerchantAccountRepository) private readonly accounts: MerchantAccountRepository,
    @Inject(ProfileRepository) private readonly profiles: ProfileRepository,
    @Inject(SettingsBox) private readonly box: SettingsBox,
    @Inject(egressToken) private readonly egress: EgressPolicy,
    @Inject(CardIssuers) private readonly issuers: Pick<CardIssuers, 'unknownAmong'>,
    @Inject(RoutingSettingsRepository) private readonly routing: Pick<RoutingSettingsRepository, 'delete'>,
  ) {}

  /** A second profile ends the default: from now on requests name their profile. */
  async create(merchantId: MerchantId, sent: ProfileRequest, trace: ViewedChange<Profile>): Promise<Profile | Refusal> {
    const refused = checkProfileRequest(sent, this.egress) ?? (await this.checkIssuers(sent));
    if (refused) return refused;
    return this.settings.of(merchantId, trace, async (sql, stored) => {
      const profile = newProfile(sent, stored, { profileId: newId<ProfileId>('pro'), now: new Date() });
      const sealed = sealProfileSecrets(profile, this.box);
      if (!(await this.profiles.insert(sql, profile, sealed))) {
        const message = `Business Profile with the profile_id ${profile.profileId} already exists`;
        return refuse('already_exists', { message });
      }
      const account = { ...stored, defaultProfileId: null };
      await this.accounts.update(sql, account);
      return {
        result: profile,
        messages: [merchantMessage(account), profileMessage(profile, sealed, account.accountVersion)],
      };
    });
  }

  async retrieve(merchantId: MerchantId, profileId: string): Promise<Profile | Refusal> {
    const profile = await this.settings.read(merchantId, (sql) => this.profiles.find(sql, merchantId, profileId));
    return profile ?? refuse('profile_not_found', { id: profileId });
  }

  list(merchantId: MerchantId): Promise<Profile[] | Refusal> {
    return this.settings.read(merchantId, (sql) => this.profiles.list(sql, merchantId));
  }

  async update(
    merchantId: MerchantId,
    profileId: string,
    sent: ProfileRequest,
    trace: ViewedChange<Profile>,
  ): Promise<Profile | Refusal> {
    const refused = checkProfileRequest(sent, this.egress) ?? (await this.checkIssuers(sent));
    if (refused) return refused;
    return this.settings.of(merchantId, trace, async (sql, account) => {
      const stored = await this.profiles.find(sql, merchantId, profileId);
      if (!stored) return refuse('profile_not_found', { id: profileId });
      const profile = updatedProfile(stored, sent, new Date());
      const sealed = sealProfileSecrets(profile, this.box);
      if (!(await this.profiles.update(sql, profile, sealed))) {
        const message = `Business Profile with the profile_name ${profile.profileName} already exists`;
        return refuse('already_exists', { message });
      }
      return { result: profile, messages: [profileMessage(profile, sealed, account.accountVersion)] };
    });
  }

  /**
   * Its connector accounts stay: payments that they authorized can still be captured. New requests cannot name the
   * profile. Its algorithms route nothing any more.
   */
  delete(merchantId: MerchantId, profileId: string, trace: RequestTrace): Promise<Refusal | undefined> {
    return this.settings.of<undefined>(merchantId, trace, async (sql, stored) => {
      const profile = await this.profiles.find(sql, merchantId, profileId);
      if (!profile) return refuse('profile_not_found', { id: profileId });
      await this.profiles.delete(sql, merchantId, profileId);
      const routing = await this.routing.delete(sql, merchantId, profile.profileId);
      const account = stored.defaultProfileId === profileId ? { ...stored, defaultProfileId: null } : stored;
      await this.accounts.update(sql, account);
      return {
        result: undefined,
        messages: [
          merchantMessage(account),
          ...(routing ? [deletedRoutingMessage(routing, account.accountVersion)] : []),
          deletedProfileMessage(profile, account.accountVersion),
        ],
      };
    });
  }

  /** An unknown issuer would block nothing, while the merchant believes that it does. */
  private async checkIssuers({ payment_method_blocking: blocking }: ProfileRequest): Promise<Refusal | undefined> {
    const unknown = new Set(await this.issuers.unknownAmong(issuersIn(blocking)));
    return joinRefusals(
      sentIssuersIn(blocking).map((id, index) =>
        unknown.has(id)
          ? refuse('value_not_allowed', {
              field: `payment_method_blocking.card.issuers[${index}]`,
              allowed: 'the id of a card issuer, as /card_issuers has it',
            })
          : undefined,
      ),
    );
  }
}
