import type { Refusal } from '@payorch/contracts';
import type { AuthenticatedMerchant } from '../auth/authenticate';
import { chooseProfile } from '../payments/choose-profile';
import type { RequestTrace } from '../request-trace';

/** Who asks, for which of the merchant's profiles: all that the request may see, or the one that the call is about. */
export interface ScopedSender {
  readonly merchant: AuthenticatedMerchant;
  readonly trace: RequestTrace;
  readonly of: 'merchant' | 'profile';
}

/** The profile that a call is limited to: named by `X-Profile-Id`; else of a call about one profile the default, of others none. */
export function scopeOf({ merchant, of }: ScopedSender): { readonly profileId: string | null } | Refusal {
  if (of === 'merchant') return { profileId: merchant.profileId };
  const requested = { profileId: merchant.profileId, businessCountry: null, businessLabel: null };
  const profileId = chooseProfile(merchant.account, requested);
  return typeof profileId === 'string' ? { profileId } : profileId;
}
