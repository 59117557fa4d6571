import type { ProfileSettings } from '@payorch/contracts';
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
  return known ?? { ...neutral, merchantId, profileId: profileId ?? neutral.profileId };
}

const neutral: ProfileSettings = {
  merchantId: '' as MerchantId,
  profileId: '' as ProfileId,
  accountVersion: 1,
  updatedAt: new Date(0).toISOString(),
  profileName: '',
  returnUrl: null,
  webhook: null,
  sealedResponseHashKey: null,
  sealedWebhookHeaders: null,
  sessionExpirySeconds: 900,
  autoRetries: false,
  maxAutoRetries: 0,
  manualRetry: false,
  useBillingAsPaymentMethodBilling: true,
  iframeRedirection: false,
  force3dsChallenge: false,
  deleted: true,
};
