import { Inject, Injectable } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { ChangeSettings, merchantMessage, MerchantAccountRepository } from '../accounts';
import type { ViewedChange } from '../idempotency';

/** Turns a merchant's blocklist on and off: a setting, so that payments knows it without a query. */
@Injectable()
export class BlocklistGuard {
  constructor(
    @Inject(ChangeSettings) private readonly settings: ChangeSettings,
    @Inject(MerchantAccountRepository) private readonly accounts: MerchantAccountRepository,
  ) {}

  /** Returns the stored state. */
  toggle(merchantId: MerchantId, isOn: boolean, trace: ViewedChange<boolean>): Promise<boolean | Refusal> {
    return this.settings.of(merchantId, trace, async (sql, stored) => {
      const account = { ...stored, blocklistGuard: isOn };
      await this.accounts.update(sql, account);
      return { result: isOn, messages: [merchantMessage(account)] };
    });
  }
}
