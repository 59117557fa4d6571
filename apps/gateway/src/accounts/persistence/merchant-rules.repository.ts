import { Injectable } from '@nestjs/common';
import type { MerchantId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import { hasRules, type MerchantRules, noRules } from '../domain/merchant-rules';
import { MerchantRulesRow } from './merchant-rules.rows';

/** Rules of merchants. Changes need the lock of the merchant's row. */
@Injectable()
export class MerchantRulesRepository {
  async find(sql: Sql, merchantId: MerchantId): Promise<MerchantRules> {
    const row = await sql.repository(MerchantRulesRow).findOneBy({ merchant_id: merchantId });
    if (!row) return noRules;
    const { three_ds: threeDs, surcharge } = row;
    return { threeDs, surcharge } as MerchantRules;
  }

  async put(sql: Sql, merchantId: MerchantId, rules: MerchantRules): Promise<void> {
    const { threeDs: three_ds, surcharge } = rules;
    if (!hasRules(rules)) await this.delete(sql, merchantId);
    else
      await sql.repository(MerchantRulesRow).upsert({ merchant_id: merchantId, three_ds, surcharge }, ['merchant_id']);
  }

  /** False where the merchant has none. */
  async delete(sql: Sql, merchantId: MerchantId): Promise<boolean> {
    const { affected } = await sql.repository(MerchantRulesRow).delete({ merchant_id: merchantId });
    return affected === 1;
  }
}
