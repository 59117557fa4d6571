import { Inject, Injectable } from '@nestjs/common';
import type { MerchantId } from '@payorch/kernel';
import { AccountCache } from '../auth';
import { CardFacts } from '../cards';

/**
 * Evicts what this gateway caches under a key: the account of a merchant id together with all API keys, or the facts of
 * cards by their first six or eight digits. The copies of settings in other services follow `accounts.config` and are
 * no caches: there is nothing to evict.
 */
@Injectable()
export class Caches {
  constructor(
    @Inject(AccountCache) private readonly accounts: Pick<AccountCache, 'forgetAccount' | 'forgetApiKeys'>,
    @Inject(CardFacts) private readonly cards: Pick<CardFacts, 'forget'>,
  ) {}

  /** A key that names nothing evicts nothing. */
  invalidate(key: string): void {
    if (/^(\d{6}|\d{8})$/.test(key)) this.cards.forget(key);
    this.accounts.forgetAccount(key as MerchantId);
    this.accounts.forgetApiKeys();
  }
}
