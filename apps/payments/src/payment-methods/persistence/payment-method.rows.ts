import { oneOf } from '@payorch/platform/postgres';
import { type ExpiringRows, StoredBySetting } from '@payorch/platform/retention';
import { Check, Column, Entity, Index } from 'typeorm';
import { paymentMethodStatuses } from '../domain/payment-method';

@StoredBySetting(
  'UNUSED_LINK_RETENTION',
  'One for which no data came until its link or its secret expired; every other is a record of the business, until the customer or the merchant deletes it.',
)
@Entity({ name: 'payment_methods' })
@Check('payment_methods_status', oneOf('status', paymentMethodStatuses))
@Index('payment_methods_awaiting', ['client_secret_expires_at'], { where: `status = 'awaiting_data'` })
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
  /** By connector account, and connected account of direct charges: the processor's references of the saved payment method. */
  @Column({ type: 'jsonb' })
  processor_references!: object;
  @Column({ type: 'text', nullable: true })
  network_transaction_id!: string | null;
  @Column({ type: 'timestamptz' })
  created_at!: Date;
  @Column({ type: 'timestamptz' })
  modified_at!: Date;
  @Column({ type: 'integer', default: 1 })
  version!: number;
  /** The keyed hash of the number of the card or of the wallet token; null without either. */
  @Column({ type: 'text', nullable: true })
  fingerprint!: string | null;
  /** What is only shown: nick name, issuer, metadata, billing address. */
  @Column({ type: 'jsonb', nullable: true })
  details!: object | null;
  @Column({ type: 'text', nullable: true })
  client_secret!: string | null;
  @Column({ type: 'timestamptz', nullable: true })
  client_secret_expires_at!: Date | null;
  /** The link on whose page the customer enters the data; null for every other payment method. */
  @Column({ type: 'jsonb', nullable: true })
  collect_link!: object | null;
  @Column({ type: 'timestamptz', default: () => 'now()' })
  last_used_at!: Date;
}

/** Payment methods that no data came for: nothing can save any after the expiry. */
export const expiringPaymentMethods: ExpiringRows = {
  table: 'payment_methods',
  since: 'client_secret_expires_at',
  where: `status = 'awaiting_data'`,
};
