import { Inject, Injectable } from '@nestjs/common';
import { type Refusal, refuse } from '@payorch/contracts';
import type { ProfileId } from '@payorch/kernel';
import { AccountCache, type Sender } from '../auth';

/**
 * Reads the account of a sender again: another gateway may have created a profile or a connector account a moment ago, and
 * algorithms are judged by them.
 */
@Injectable()
export class FreshSender {
  constructor(@Inject(AccountCache) private readonly cache: Pick<AccountCache, 'freshAccount'>) {}

  async of(sender: Sender): Promise<Sender> {
    const { merchant } = sender;
    const account = await this.cache.freshAccount(merchant.merchantId);
    return account ? { ...sender, merchant: { ...merchant, account } } : sender;
  }
}

/** A profile of the merchant. With `X-Profile-Id` there is no other one. */
export function ownProfile(id: string, { merchant: { account, profileId: only } }: Sender): ProfileId | Refusal {
  const isHidden = only !== null && only !== id;
  const own = isHidden ? undefined : account.profiles.find(({ profileId }) => profileId === id);
  return own?.profileId ?? refuse('profile_not_found', { id });
}
