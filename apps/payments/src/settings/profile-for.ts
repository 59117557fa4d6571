import type { ProfileSettings } from '@payorch/contracts';
import type { MerchantId, ProfileId } from '@payorch/kernel';
import type { AccountSettings, GlobalSettings } from '@payorch/platform/kafka';
import { profileOrNeutral } from './neutral-profile';

interface Settings extends Pick<AccountSettings, 'profile'> {
  readonly global: Pick<GlobalSettings, 'config'>;
}

/** The profile's settings. The operator's number of automatic retries for a merchant overrides the profile's. */
export function profileFor(
  settings: Settings,
  merchantId: MerchantId,
  profileId: ProfileId | undefined,
): ProfileSettings {
  const profile = profileOrNeutral(settings, merchantId, profileId);
  const ofMerchant = settings.global.config(`max_auto_retries_enabled_${merchantId}`)?.trim() ?? '';
  return /^\d{1,9}$/.test(ofMerchant) ? { ...profile, maxAutoRetries: Number(ofMerchant) } : profile;
}
