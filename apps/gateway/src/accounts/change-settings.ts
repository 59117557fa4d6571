import { Inject, Injectable } from '@nestjs/common';
import { isRefusal, type Outgoing, type Refusal, refuse } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { referenceIdPattern } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import { AccountCache } from '../auth';
import { changeWithResponse, type ViewedChange } from '../idempotency';
import { Database, orUnavailable } from '../persistence';
import { insertOutbox, SettingsRelay } from '../settings';
import type { MerchantAccount } from './domain/merchant-account';
import { MerchantAccountRepository } from './persistence/merchant-account.repository';
import { merchantMessage } from './settings-messages';

export interface Change<T> {
  readonly result: T;
  /** The messages that publish the change to the other services. */
  readonly messages: readonly Outgoing[];
}

/** Every change of a merchant's settings: commits version, rows and messages together, then updates cache and broker. */
@Injectable()
export class ChangeSettings {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(MerchantAccountRepository) private readonly accounts: MerchantAccountRepository,
    @Inject(AccountCache) private readonly cache: Pick<AccountCache, 'forgetAccount'>,
    @Inject(SettingsRelay) private readonly relay: Pick<SettingsRelay, 'publish'>,
  ) {}

  /**
   * Runs `work` under the merchant's lock, with the next account version. A refusal that `work` returns rolls back the
   * change. Every change publishes the merchant's own message: it carries the version.
   */
  of<T>(
    merchantId: MerchantId,
    trace: ViewedChange<T>,
    work: (sql: Sql, account: MerchantAccount) => Promise<Change<T> | Refusal>,
  ): Promise<T | Refusal> {
    return this.commit(merchantId, trace, async (sql) => {
      const account = await this.accounts.lockForChange(sql, merchantId);
      if (!account) return refuse('merchant_not_found');
      const change = await work(sql, account);
      if (isRefusal(change)) return change;
      const { result, messages } = change;
      const hasMerchantMessage = messages.some(({ message }) => message.type === 'merchant.settings');
      return { result, messages: hasMerchantMessage ? messages : [...messages, merchantMessage(account)] };
    });
  }

  /**
   * The same for a setting that outlives the merchant account: also for a deleted account, whose own message is not
   * published again.
   */
  ofAny<T>(
    merchantId: MerchantId,
    trace: ViewedChange<T>,
    work: (sql: Sql, accountVersion: number) => Promise<Change<T> | Refusal>,
  ): Promise<T | Refusal> {
    return this.commit(merchantId, trace, async (sql) => {
      const version = await this.accounts.raiseVersion(sql, merchantId);
      if (version === undefined) return refuse('merchant_not_found');
      const change = await work(sql, version);
      if (isRefusal(change)) return change;
      const account = await this.accounts.find(sql, merchantId);
      return account ? { ...change, messages: [...change.messages, merchantMessage(account)] } : change;
    });
  }

  /** The same for a new merchant, which has no row to lock. */
  commit<T>(
    merchantId: MerchantId,
    trace: ViewedChange<T>,
    work: (sql: Sql) => Promise<Change<T> | Refusal>,
  ): Promise<T | Refusal> {
    return orUnavailable(this.commitAndPublish(merchantId, trace, work));
  }

  async read<T>(merchantId: MerchantId, work: (sql: Sql) => Promise<T>): Promise<T | Refusal> {
    if (!referenceIdPattern.test(merchantId)) return refuse('merchant_not_found');
    return orUnavailable(this.database.read([merchantId], work));
  }

  /** For the operator: reads the rows of every merchant. */
  readAll<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return orUnavailable(this.database.read('every', work));
  }

  private async commitAndPublish<T>(
    merchantId: MerchantId,
    trace: ViewedChange<T>,
    work: (sql: Sql) => Promise<Change<T> | Refusal>,
  ): Promise<T | Refusal> {
    if (!referenceIdPattern.test(merchantId)) return refuse('merchant_not_found');
    try {
      return await changeWithResponse(this.database, [merchantId], trace, async (sql) => {
        const change = await work(sql);
        if (isRefusal(change)) return change;
        await insertOutbox(sql, change.messages, trace);
        return change.result;
      });
    } finally {
      // Also if the commit's outcome is unknown: the next read shows it.
      this.cache.forgetAccount(merchantId);
      void this.relay.publish();
    }
  }
}
