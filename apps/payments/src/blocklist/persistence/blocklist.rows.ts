import type { BlocklistDataKind } from '@payorch/contracts';
import { StoredForEver } from '@payorch/platform/retention';
import { Check, Column, Entity, Index } from 'typeorm';

const pkey = { primary: true, primaryKeyConstraintName: 'blocklist_pkey' };

@StoredForEver('Configuration, until the merchant deletes the entry.')
@Entity({ name: 'blocklist' })
@Index('blocklist_by_creation', ['merchant_id', 'data_kind', 'created_at', 'data'], { where: '"removed_at" IS NULL' })
@Check('blocklist_data_kind', `"data_kind" IN ('payment_method', 'card_bin', 'extended_card_bin')`)
export class BlocklistRow {
  @Column({ type: 'text', ...pkey })
  merchant_id!: string;
  @Column({ type: 'text', ...pkey })
  data_kind!: BlocklistDataKind;
  @Column({ type: 'text', ...pkey })
  data!: string;
  @Column({ type: 'integer', default: 1 })
  version!: number;
  @Column({ type: 'timestamptz' })
  created_at!: Date;
  @Column({ type: 'timestamptz', nullable: true })
  removed_at!: Date | null;
}
