import { oneOf } from '@payorch/platform/postgres';
import { Check, Column, Entity, Index } from 'typeorm';

@Entity({ name: 'payment_methods' })
@Check('payment_methods_status', oneOf('status', ['active', 'inactive']))
@Index('payment_methods_by_customer', ['merchant_id', 'customer_id', 'created_at'])
export class PaymentMethodRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'payment_methods_pkey' })
  merchant_id!: string;
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'payment_methods_pkey' })
  payment_method_id!: string;
  @Column({ type: 'text' })
  customer_id!: string;
  @Column({ type: 'text' })
  status!: string;
  /** The payment method; its card is sealed and has no CVC. */
  @Column({ type: 'jsonb' })
  method!: object;
  /** By connector account: the processor's references of the saved payment method. */
  @Column({ type: 'jsonb' })
  processor_references!: object;
  @Column({ type: 'text', nullable: true })
  network_transaction_id!: string | null;
  @Column({ type: 'timestamptz' })
  created_at!: Date;
  @Column({ type: 'timestamptz' })
  modified_at!: Date;
}
