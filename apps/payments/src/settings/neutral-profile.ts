import type { ProfileSettings } from '@payorch/contracts';
import { profileDefaults } from '@payorch/contracts';
import type { MerchantId, ProfileId } from '@payorch/kernel';
import type { AccountSettings } from '@payorch/platform/kafka';

/**
 * The profile's settings, or neutral ones where the profile is deleted: its payments must still end, but nothing is retried,
 * sent or signed in its name.
 */
export function profileOrNeutral(
  settings: Pick<AccountSettings, 'profile'>,
  merchantId: MerchantId,
  profileId: ProfileId | undefined,
): ProfileSettings {
  const known = profileId && settings.profile(merchantId, profileId);
  return known ?? { ...profileDefaults(merchantId, profileId ?? ('' as ProfileId)), profileName: '', deleted: true };
}
