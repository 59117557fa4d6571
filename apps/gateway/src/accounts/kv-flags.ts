import { refuse } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { referenceIdPattern } from '@payorch/kernel';
import { RefusalError } from '../errors/errors';
import { changeWithResponse, type ViewedChange } from '../idempotency/change-with-response';
import { orUnavailable, type Database } from '../persistence/database';
import type { MerchantAccountRepository } from './persistence/merchant-account.repository';

const notFound = (): RefusalError => new RefusalError(refuse('merchant_not_found'));

/**
 * `kv_enabled`: a flag about storage that operators set and read. This service has one kind of storage, so the flag
 * changes nothing.
 */
export class KvFlags {
  constructor(
    private readonly database: Database,
    private readonly accounts: MerchantAccountRepository,
  ) {}

  async of(merchantId: MerchantId): Promise<boolean> {
    if (!referenceIdPattern.test(merchantId)) throw notFound();
    const read = this.database.read([merchantId], (sql) => this.accounts.findKvEnabled(sql, merchantId));
    const flag = await orUnavailable(read);
    if (flag === undefined) throw notFound();
    return flag;
  }

  async set(merchantId: MerchantId, kvEnabled: boolean, trace: ViewedChange<void>): Promise<void> {
    if (!referenceIdPattern.test(merchantId)) throw notFound();
    await orUnavailable(
      changeWithResponse(this.database, [merchantId], trace, async (sql) => {
        if ((await this.accounts.setKvEnabled(sql, kvEnabled, merchantId)) === 0) throw notFound();
      }),
    );
  }

  /** Returns the number of accounts. */
  setAll(kvEnabled: boolean, trace: ViewedChange<number>): Promise<number> {
    return orUnavailable(
      changeWithResponse(this.database, 'every', trace, (sql) => this.accounts.setKvEnabled(sql, kvEnabled, 'every')),
    );
  }
}
