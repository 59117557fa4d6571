import type { Refusal } from '@payorch/contracts';
import type { AuthenticatedMerchant } from '../auth/authenticate';
import { chooseProfile } from '../payments/choose-profile';
import type { RequestTrace } from '../request-trace';

/** Who asks, for which of the merchant's profiles: all of them, or the one that the call is about. */
export interface Asker {
  readonly merchant: AuthenticatedMerchant;
  readonly trace: RequestTrace;
  readonly of: 'merchant' | 'profile';
}

/** The profile of a call about one profile: named by `X-Profile-Id`, else the default. */
export function scopeOf({ merchant, of }: Asker): { readonly profileId: string | null } | Refusal {
  if (of === 'merchant') return { profileId: null };
  const wanted = { profileId: merchant.profileId, businessCountry: null, businessLabel: null };
  const profileId = chooseProfile(merchant.account, wanted);
  return typeof profileId === 'string' ? { profileId } : profileId;
}
