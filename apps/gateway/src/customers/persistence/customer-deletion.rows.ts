import type { CustomerId, MerchantId } from '@payorch/kernel';
import { StoredUntil } from '@payorch/platform/retention';
import { Column, Entity, Index } from 'typeorm';

const pkey = { primary: true, primaryKeyConstraintName: 'customer_deletions_pkey' };

/** A requested deletion of a customer, until the gateway has erased the customer's data from its own tables. */
@StoredUntil('the customer is erased everywhere, and no request from before can answer any more')
@Entity({ name: 'customer_deletions' })
@Index('customer_deletions_due', ['due_at'])
export class CustomerDeletionRow {
  @Column({ type: 'text', ...pkey })
  merchant_id!: MerchantId;

  @Column({ type: 'text', ...pkey })
  customer_id!: CustomerId;

  /** When any gateway looks at the deletion next. */
  @Column({ type: 'timestamptz' })
  due_at!: Date;

  /** The latest request. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  requested_at!: Date;

  /** The first erasure; null before. */
  @Column({ type: 'timestamptz', nullable: true })
  erased_at!: Date | null;
}
