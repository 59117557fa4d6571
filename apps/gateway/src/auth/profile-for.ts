import { isRefusal, refuse, type Refusal } from '@payorch/contracts';
import type { ProfileId } from '@payorch/kernel';
import { orUnavailable } from '../persistence';
import type { AccountCache } from './account-cache';
import type { AuthenticatedMerchant } from './authenticate';
import { chooseProfile, type RequestedProfile } from './domain/choose-profile';

/**
 * The profile of a new object. The cache may lack a profile that another gateway created: the gateway reads the database
 * before it refuses.
 */
export async function profileFor(
  { account, merchantId }: Pick<AuthenticatedMerchant, 'account' | 'merchantId'>,
  requested: RequestedProfile,
  cache: Pick<AccountCache, 'freshAccount'>,
): Promise<ProfileId | Refusal> {
  const chosen = chooseProfile(account, requested);
  if (!isRefusal(chosen)) return chosen;
  const fresh = await orUnavailable(cache.freshAccount(merchantId));
  return fresh ? chooseProfile(fresh, requested) : refuse('merchant_not_found');
}
