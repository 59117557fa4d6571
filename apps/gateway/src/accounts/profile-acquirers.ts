import type { Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { newId } from '@payorch/kernel';
import type { SettingsBox } from '@payorch/platform/sealing';
import { RefusalError } from '../errors/errors';
import type { ViewedChange } from '../idempotency/change-with-response';
import type { ProfileRepository } from './persistence/profile.repository';
import type { ChangeSettings } from './change-settings';
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
import { profileMessage } from './settings-messages';

/** Creates and updates the acquirer contracts of a profile; they are stored with the profile. */
export class ProfileAcquirers {
  constructor(
    private readonly settings: ChangeSettings,
    private readonly profiles: ProfileRepository,
    private readonly box: SettingsBox,
  ) {}

  create(
    merchantId: MerchantId,
    profileId: string,
    sent: AcquirerCreation,
    trace: ViewedChange<ChangedAcquirer>,
  ): Promise<ChangedAcquirer> {
    const id = newId('pro_acq');
    return this.change(merchantId, profileId, trace, ({ acquirers }) => addAcquirer(acquirers, sent, id));
  }

  update(
    merchantId: MerchantId,
    { profileId, id }: { profileId: string; id: string },
    sent: AcquirerUpdate,
    trace: ViewedChange<ChangedAcquirer>,
  ): Promise<ChangedAcquirer> {
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
  ): Promise<ChangedAcquirer> {
    return this.settings.of(merchantId, trace, async (sql, account) => {
      const stored = await this.profiles.find(sql, merchantId, profileId);
      if (!stored) throw new RefusalError(refuse('profile_not_found', { id: profileId }));
      const change = decide(stored);
      if ('kind' in change) throw new RefusalError(change);
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
