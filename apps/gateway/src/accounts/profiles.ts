import { refuse } from '@payorch/contracts';
import type { MerchantId, ProfileId } from '@payorch/kernel';
import { newId } from '@payorch/kernel';
import type { EgressPolicy } from '@payorch/platform/egress';
import type { SettingsBox } from '@payorch/platform/sealing';
import { RefusalError } from '../errors/errors';
import type { ViewedChange } from '../idempotency/change-with-response';
import type { MerchantAccountRepository } from './persistence/merchant-account.repository';
import type { ProfileRepository } from './persistence/profile.repository';
import type { RequestTrace } from '../request/request-trace';
import type { ChangeSettings } from './change-settings';
import type { Profile, ProfileRequest } from './domain/profile';
import { checkProfileRequest, newProfile, updatedProfile } from './domain/profile';
import { sealProfileSecrets } from './persistence/profile-secrets';
import { deletedProfileMessage, merchantMessage, profileMessage } from './settings-messages';

/** Creates, retrieves, updates and deletes a merchant's business profiles. */
export class Profiles {
  constructor(
    private readonly settings: ChangeSettings,
    private readonly accounts: MerchantAccountRepository,
    private readonly profiles: ProfileRepository,
    private readonly box: SettingsBox,
    private readonly egress: EgressPolicy,
  ) {}

  /** A second profile ends the default: from now on requests name their profile. */
  create(merchantId: MerchantId, sent: ProfileRequest, trace: ViewedChange<Profile>): Promise<Profile> {
    const refused = checkProfileRequest(sent, this.egress);
    if (refused) throw new RefusalError(refused);
    return this.settings.of(merchantId, trace, async (sql, stored) => {
      const profile = newProfile(sent, stored, { profileId: newId<ProfileId>('pro'), now: new Date() });
      const sealed = sealProfileSecrets(profile, this.box);
      if (!(await this.profiles.insert(sql, profile, sealed))) {
        const message = `Business Profile with the profile_id ${profile.profileId} already exists`;
        throw new RefusalError(refuse('already_exists', { message }));
      }
      const account = { ...stored, defaultProfileId: null };
      await this.accounts.update(sql, account);
      return {
        result: profile,
        messages: [merchantMessage(account), profileMessage(profile, sealed, account.accountVersion)],
      };
    });
  }

  async retrieve(merchantId: MerchantId, profileId: string): Promise<Profile> {
    const profile = await this.settings.read(merchantId, (sql) => this.profiles.find(sql, merchantId, profileId));
    if (!profile) throw new RefusalError(refuse('profile_not_found', { id: profileId }));
    return profile;
  }

  list(merchantId: MerchantId): Promise<Profile[]> {
    return this.settings.read(merchantId, (sql) => this.profiles.list(sql, merchantId));
  }

  update(
    merchantId: MerchantId,
    profileId: string,
    sent: ProfileRequest,
    trace: ViewedChange<Profile>,
  ): Promise<Profile> {
    const refused = checkProfileRequest(sent, this.egress);
    if (refused) throw new RefusalError(refused);
    return this.settings.of(merchantId, trace, async (sql, account) => {
      const stored = await this.profiles.find(sql, merchantId, profileId);
      if (!stored) throw new RefusalError(refuse('profile_not_found', { id: profileId }));
      const profile = updatedProfile(stored, sent, new Date());
      const sealed = sealProfileSecrets(profile, this.box);
      if (!(await this.profiles.update(sql, profile, sealed))) {
        const message = `Business Profile with the profile_name ${profile.profileName} already exists`;
        throw new RefusalError(refuse('already_exists', { message }));
      }
      return { result: profile, messages: [profileMessage(profile, sealed, account.accountVersion)] };
    });
  }

  /**
   * Its connector accounts stay: payments that they authorized can still be captured. New requests cannot name the
   * profile.
   */
  delete(merchantId: MerchantId, profileId: string, trace: RequestTrace): Promise<void> {
    return this.settings.of(merchantId, trace, async (sql, stored) => {
      const profile = await this.profiles.find(sql, merchantId, profileId);
      if (!profile) throw new RefusalError(refuse('profile_not_found', { id: profileId }));
      await this.profiles.delete(sql, merchantId, profileId);
      const account = stored.defaultProfileId === profileId ? { ...stored, defaultProfileId: null } : stored;
      await this.accounts.update(sql, account);
      return {
        result: undefined,
        messages: [merchantMessage(account), deletedProfileMessage(profile, account.accountVersion)],
      };
    });
  }
}
