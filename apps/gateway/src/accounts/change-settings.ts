import type { Outgoing } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { referenceIdPattern } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import type { AccountCache } from '../auth/account-cache';
import { RefusalError } from '../errors/errors';
import { changeWithResponse, type ViewedChange } from '../idempotency/change-with-response';
import { orUnavailable, type Database } from '../persistence/database';
import type { MerchantAccountRepository } from './persistence/merchant-account.repository';
import { insertOutbox } from '../settings/persistence/outbox.repository';
import type { MerchantAccount } from './domain/merchant-account';
import { merchantMessage } from './settings-messages';
import type { SettingsRelay } from '../settings/settings-relay';

export interface Change<T> {
  readonly result: T;
  /** The messages that publish the change to the other services. */
  readonly messages: readonly Outgoing[];
}

/** Every change of a merchant's settings: commits version, rows and messages together, then updates cache and broker. */
export class ChangeSettings {
  constructor(
    private readonly database: Database,
    private readonly accounts: MerchantAccountRepository,
    private readonly cache: Pick<AccountCache, 'forgetAccount'>,
    private readonly relay: Pick<SettingsRelay, 'publish'>,
  ) {}

  /**
   * Runs `work` under the merchant's lock, with the next account version. A refusal that `work` throws rolls back the
   * change. Every change publishes the merchant's own message: it carries the version.
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

  /** The same for a new merchant, which has no row to lock. */
  commit<T>(merchantId: MerchantId, trace: ViewedChange<T>, work: (sql: Sql) => Promise<Change<T>>): Promise<T> {
    return orUnavailable(this.commitAndPublish(merchantId, trace, work));
  }

  read<T>(merchantId: MerchantId, work: (sql: Sql) => Promise<T>): Promise<T> {
    if (!referenceIdPattern.test(merchantId)) return Promise.reject(new RefusalError(refuse('merchant_not_found')));
    return orUnavailable(this.database.read([merchantId], work));
  }

  /** For the operator: reads the rows of every merchant. */
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
      // Also if the commit's outcome is unknown: the next read shows it.
      this.cache.forgetAccount(merchantId);
      void this.relay.publish();
    }
  }
}
