import type { MerchantId } from '@payorch/kernel';
import { StoredForEver } from '@payorch/platform/retention';
import { Column, Entity } from 'typeorm';

/** A merchant has a row while it has rules. */
@StoredForEver('Configuration, until the merchant deletes the rules.')
@Entity({ name: 'merchant_rules' })
export class MerchantRulesRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'merchant_rules_pkey' })
  merchant_id!: MerchantId;

  @Column({ type: 'json', nullable: true })
  three_ds!: object | null;

  @Column({ type: 'json', nullable: true })
  surcharge!: object | null;
}
