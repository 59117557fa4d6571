import type { MerchantId } from '@payorch/kernel';
import { StoredForEver } from '@payorch/platform/retention';
import { Column, Entity } from 'typeorm';

/** A merchant's data key, wrapped by a master key: `v1.<id of the master key>.<wrapped>`. */
@StoredForEver('Sealed rows need them, until `npm run keys -- retire data` finds none.')
@Entity({ name: 'data_keys' })
export class DataKeyRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'data_keys_pkey' })
  merchant_id!: MerchantId;

  /** 0: the lookup key. The highest version seals, every version opens. */
  @Column({ type: 'int', primary: true, primaryKeyConstraintName: 'data_keys_pkey' })
  version!: number;

  @Column({ type: 'text' })
  wrapped!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created_at!: Date;
}
