import { Inject, Injectable } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { newId } from '@payorch/kernel';
import { SettingsBox } from '@payorch/platform/sealing';
import type { ViewedChange } from '../idempotency';
import { ChangeSettings } from './change-settings';
import type { Profile } from './domain/profile';
import {
  addAcquirer,
  changeAcquirer,
  type AcquirerChange,
  type AcquirerCreation,
  type AcquirerUpdate,
  type ChangedAcquirer,
} from './domain/profile-acquirer';
import { sealProfileSecrets } from './persistence/profile-secrets';
import { ProfileRepository } from './persistence/profile.repository';
import { profileMessage } from './settings-messages';

/** Creates and updates the acquirer contracts of a profile; they are stored with the profile. */
@Injectable()
export class ProfileAcquirers {
  constructor(
    @Inject(ChangeSettings) private readonly settings: ChangeSettings,
    @Inject(ProfileRepository) private readonly profiles: ProfileRepository,
    @Inject(SettingsBox) private readonly box: SettingsBox,
  ) {}

  create(
    merchantId: MerchantId,
    profileId: string,
    sent: AcquirerCreation,
    trace: ViewedChange<ChangedAcquirer>,
  ): Promise<ChangedAcquirer | Refusal> {
    const id = newId('pro_acq');
    return this.change(merchantId, profileId, trace, ({ acquirers }) => addAcquirer(acquirers, sent, id));
  }

  update(
    merchantId: MerchantId,
    { profileId, id }: { profileId: string; id: string },
    sent: AcquirerUpdate,
    trace: ViewedChange<ChangedAcquirer>,
  ): Promise<ChangedAcquirer | Refusal> {
    return this.change(merchantId, profileId, trace, ({ acquirers }) => {
      const bucket = acquirers.buckets.find((one) => one.id === id);
      return bucket
        ? changeAcquirer(acquirers, bucket, sent)
        : refuse('profile_acquirer_not_found', { id, profile_id: profileId });
    });
  }

  private change(
    merchantId: MerchantId,
    profileId: string,
    trace: ViewedChange<ChangedAcquirer>,
    decide: (stored: Profile) => AcquirerChange | Refusal,
  ): Promise<ChangedAcquirer | Refusal> {
    return this.settings.of(merchantId, trace, async (sql, account) => {
      const stored = await this.profiles.find(sql, merchantId, profileId);
      if (!stored) return refuse('profile_not_found', { id: profileId });
      const change = decide(stored);
      if ('kind' in change) return change;
      const profile = { ...stored, acquirers: change.acquirers, modifiedAt: new Date() };
      const sealed = sealProfileSecrets(profile, this.box);
      await this.profiles.update(sql, profile, sealed);
      return {
        result: { ...change, profileId: profile.profileId },
        messages: [profileMessage(profile, sealed, account.accountVersion)],
      };
    });
  }
}
