import type { Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { ProfileId } from '@payorch/kernel';
import type { AccountSnapshot } from '../persistence/account-snapshot';

export interface RequestedProfile {
  /** From the body, otherwise from `X-Profile-Id`. */
  readonly profileId: string | null;
  readonly businessCountry?: string | null | undefined;
  readonly businessLabel?: string | null | undefined;
}

/**
 * The profile of a new payment: the named profile, the profile of the named business, the default profile, or the only
 * profile.
 */
export function chooseProfile(
  account: AccountSnapshot,
  { profileId, businessCountry = null, businessLabel = null }: RequestedProfile,
): ProfileId | Refusal {
  if (profileId !== null) {
    const named = account.profiles.find((profile) => profile.profileId === profileId);
    return named ? named.profileId : refuse('profile_not_found', { id: profileId });
  }
  const business = account.profiles.find(({ profileName }) => profileName === `${businessCountry}_${businessLabel}`);
  const only = account.profiles.length === 1 ? account.profiles[0] : undefined;
  return (
    business?.profileId ??
    account.defaultProfileId ??
    only?.profileId ??
    refuse('missing_param', { field: 'profile_id or business_country, business_label' })
  );
}
