import type { Outgoing } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { referenceIdPattern } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import type { AccountCache } from '../auth/account-cache';
import { RefusalError } from '../edge';
import { changeWithResponse, type ViewedChange } from '../idempotency/change-with-response';
import { orUnavailable, type Database } from '../persistence/database';
import type { MerchantAccountRepository } from '../persistence/merchant-account.repository';
import { insertOutbox } from '../persistence/outbox.repository';
import type { MerchantAccount } from './merchant-account';
import { merchantMessage } from './settings-messages';
import type { SettingsRelay } from './settings-relay';

export interface Change<T> {
  readonly result: T;
  /** What the other services must know of it. */
  readonly messages: readonly Outgoing[];
}

/** The one way in which settings change: version, rows and messages together, then memory and broker. */
export class ChangeSettings {
  constructor(
    private readonly database: Database,
    private readonly accounts: MerchantAccountRepository,
    private readonly cache: Pick<AccountCache, 'forgetAccount'>,
    private readonly relay: Pick<SettingsRelay, 'publish'>,
  ) {}

  /**
   * Runs `work` under the merchant's lock, with its account version raised. A refusal thrown by it undoes everything. The
   * merchant's own message goes along each time: it carries the version.
   */
  of<T>(
    merchantId: MerchantId,
    trace: ViewedChange<T>,
    work: (sql: Sql, account: MerchantAccount) => Promise<Change<T>>,
  ): Promise<T> {
    return this.commit(merchantId, trace, async (sql) => {
      const account = await this.accounts.lockForChange(sql, merchantId);
      if (!account) throw new RefusalError(refuse('merchant_not_found'));
      const { result, messages } = await work(sql, account);
      const hasMerchantMessage = messages.some(({ message }) => message.type === 'merchant.settings');
      return { result, messages: hasMerchantMessage ? messages : [...messages, merchantMessage(account)] };
    });
  }

  /** The same for a merchant that is only being made. */
  commit<T>(merchantId: MerchantId, trace: ViewedChange<T>, work: (sql: Sql) => Promise<Change<T>>): Promise<T> {
    return orUnavailable(this.commitAndPublish(merchantId, trace, work));
  }

  read<T>(merchantId: MerchantId, work: (sql: Sql) => Promise<T>): Promise<T> {
    if (!referenceIdPattern.test(merchantId)) return Promise.reject(new RefusalError(refuse('merchant_not_found')));
    return orUnavailable(this.database.read([merchantId], work));
  }

  /** For the operator, who asks across merchants. */
  readAll<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return orUnavailable(this.database.read('every', work));
  }

  private async commitAndPublish<T>(
    merchantId: MerchantId,
    trace: ViewedChange<T>,
    work: (sql: Sql) => Promise<Change<T>>,
  ): Promise<T> {
    if (!referenceIdPattern.test(merchantId)) throw new RefusalError(refuse('merchant_not_found'));
    try {
      return await changeWithResponse(this.database, [merchantId], trace, async (sql) => {
        const { result, messages } = await work(sql);
        await insertOutbox(sql, messages, trace);
        return result;
      });
    } finally {
      // Even where the outcome of the commit is unknown: the next reading tells.
      this.cache.forgetAccount(merchantId);
      void this.relay.publish();
    }
  }
}
