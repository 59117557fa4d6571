import { StoredForEver } from '@payorch/platform/retention';
import { Column, Entity, Index } from 'typeorm';

@StoredForEver('A record of the business; a deletion erases what is personal.')
@Entity({ name: 'customers' })
@Index('customers_by_creation', ['merchant_id', 'created_at', 'customer_id'])
export class CustomerRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'customers_pkey' })
  merchant_id!: string;
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'customers_pkey' })
  customer_id!: string;
  @Column({ type: 'integer', default: 1 })
  version!: number;
  /** Name, e-mail, phone, address and what else is known of the person, sealed. */
  @Column({ type: 'jsonb' })
  details!: object;
  @Column({ type: 'text', nullable: true })
  default_payment_method_id!: string | null;
  @Column({ type: 'timestamptz', default: () => 'now()', update: false })
  created_at!: Date;
  @Column({ type: 'timestamptz', default: () => 'now()' })
  modified_at!: Date;
  /** The time of the deletion: its personal data is erased then. */
  @Column({ type: 'timestamptz', nullable: true })
  redacted_at!: Date | null;
}
