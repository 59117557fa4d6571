import type { MerchantId, ProfileId } from '@payorch/kernel';
import type { ProfileSettings } from './accounts.config';

/** The settings of a new profile: nothing is retried, sent or signed in its name. */
export const profileDefaults = (merchantId: MerchantId, profileId: ProfileId): ProfileSettings => ({
  merchantId,
  profileId,
  accountVersion: 1,
  updatedAt: new Date(0).toISOString(),
  profileName: 'default',
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
  deleted: false,
});
