import { Inject, Injectable } from '@nestjs/common';
import { refuse, type Refusal } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { referenceIdPattern } from '@payorch/kernel';
import { changeWithResponse, type ViewedChange } from '../idempotency';
import { Database, orUnavailable } from '../persistence';
import { MerchantAccountRepository } from './persistence/merchant-account.repository';

const notFound = refuse('merchant_not_found');

/**
 * `kv_enabled`: a flag about storage that operators set and read. This service has one kind of storage, so the flag
 * changes nothing.
 */
@Injectable()
export class KvFlags {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(MerchantAccountRepository) private readonly accounts: MerchantAccountRepository,
  ) {}

  async of(merchantId: MerchantId): Promise<boolean | Refusal> {
    if (!referenceIdPattern.test(merchantId)) return notFound;
    const read = this.database.read([merchantId], (sql) => this.accounts.findKvEnabled(sql, merchantId));
    return (await orUnavailable(read)) ?? notFound;
  }

  /** Returns the stored flag. */
  async set(merchantId: MerchantId, kvEnabled: boolean, trace: ViewedChange<boolean>): Promise<boolean | Refusal> {
    if (!referenceIdPattern.test(merchantId)) return notFound;
    return orUnavailable(
      changeWithResponse(this.database, [merchantId], trace, async (sql) =>
        (await this.accounts.setKvEnabled(sql, kvEnabled, merchantId)) === 0 ? notFound : kvEnabled,
      ),
    );
  }

  /** Returns the number of accounts. */
  setAll(kvEnabled: boolean, trace: ViewedChange<number>): Promise<number | Refusal> {
    return orUnavailable(
      changeWithResponse(this.database, 'every', trace, (sql) => this.accounts.setKvEnabled(sql, kvEnabled, 'every')),
    );
  }
}
