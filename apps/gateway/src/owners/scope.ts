import type { Refusal } from '@payorch/contracts';
import { chooseProfile, type Sender } from '../auth';

/** The caller of a list, and which profiles the list covers: all that the caller may see, or one. */
export type ScopedSender = Sender & { readonly of: 'merchant' | 'profile' };

/**
 * The profile that a call is limited to: the one in `X-Profile-Id`; else the default profile for a call about one
 * profile, and none for other calls.
 */
export function scopeOf({ merchant, of }: ScopedSender): { readonly profileId: string | null } | Refusal {
  if (of === 'merchant') return { profileId: merchant.profileId };
  const profileId = chooseProfile(merchant.account, merchant);
  return typeof profileId === 'string' ? { profileId } : profileId;
}
