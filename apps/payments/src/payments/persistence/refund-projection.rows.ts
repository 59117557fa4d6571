import { StoredForEver } from '@payorch/platform/retention';
import { Column, Entity, Index } from 'typeorm';

/** A refund as the refunds service last published it: shown with its payment, never read by a decision. */
@StoredForEver('Shown with the payment.')
@Entity({ name: 'refunds' })
@Index('refunds_by_payment', ['merchant_id', 'payment_id', 'created_at'])
export class RefundProjectionRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'refunds_pkey' })
  merchant_id!: string;
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'refunds_pkey' })
  refund_id!: string;
  @Column({ type: 'text', update: false })
  payment_id!: string;
  @Column({ type: 'int' })
  version!: number;
  @Column({ type: 'timestamptz', update: false })
  created_at!: Date;
  /** The wire's object; json, since jsonb would not keep the order of its keys. */
  @Column({ type: 'json' })
  object!: object;
}
