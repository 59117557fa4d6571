import { Inject, Injectable } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import { isRefusal, refuse } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import {
  ChangeSettings,
  type MerchantRules as Rules,
  merchantRulesMessage,
  MerchantRulesRepository,
} from '../accounts';
import type { ViewedChange } from '../idempotency';

type Kind = keyof Rules;
type Program<K extends Kind> = NonNullable<Rules[K]>;

const notFound = refuse('resource_not_found');

/** The rules of a merchant for all of its profiles. A change holds from the account version with which it is published. */
@Injectable()
export class MerchantRules {
  constructor(
    @Inject(ChangeSettings) private readonly settings: Pick<ChangeSettings, 'of' | 'read'>,
    @Inject(MerchantRulesRepository) private readonly rules: MerchantRulesRepository,
  ) {}

  /** `change` makes the new program of the stored one. */
  put<K extends Kind>(
    kind: K,
    merchantId: MerchantId,
    change: (stored: Rules[K]) => Program<K> | Refusal,
    trace: ViewedChange<Program<K>>,
  ): Promise<Program<K> | Refusal> {
    return this.settings.of(merchantId, trace, async (sql, { accountVersion }) => {
      const stored = await this.rules.find(sql, merchantId);
      const program = change(stored[kind]);
      if (isRefusal(program)) return program;
      const rules = { ...stored, [kind]: program };
      await this.rules.put(sql, merchantId, rules);
      return { result: program, messages: [merchantRulesMessage(merchantId, accountVersion, rules)] };
    });
  }

  async retrieve<K extends Kind>(kind: K, merchantId: MerchantId): Promise<Program<K> | Refusal> {
    const found = await this.settings.read(merchantId, (sql) => this.rules.find(sql, merchantId));
    return isRefusal(found) ? found : (found[kind] ?? notFound);
  }

  delete(kind: Kind, merchantId: MerchantId, trace: ViewedChange<undefined>): Promise<undefined | Refusal> {
    return this.settings.of<undefined>(merchantId, trace, async (sql, { accountVersion }) => {
      const stored = await this.rules.find(sql, merchantId);
      if (stored[kind] === null) return notFound;
      const rules = { ...stored, [kind]: null };
      await this.rules.put(sql, merchantId, rules);
      return { result: undefined, messages: [merchantRulesMessage(merchantId, accountVersion, rules)] };
    });
  }
}
