import { mandateStatuses } from '@payorch/contracts';
import { bigintColumn, oneOf } from '@payorch/platform/postgres';
import { KeyColumn } from '@payorch/platform/resources';
import { StoredForEver } from '@payorch/platform/retention';
import { Check, Column, Entity, Index } from 'typeorm';

/** A mandate is never charged beyond its limit: reserved amounts count as charged. */
const mandateLimitCheck =
  'captured_amount >= 0 AND reserved_amount >= 0 AND (limit_amount IS NULL OR captured_amount + reserved_amount <= limit_amount)';

@StoredForEver('A record of the business: what a customer agreed to.')
@Entity({ name: 'mandates' })
@Check('mandates_status', oneOf('status', mandateStatuses))
@Check('mandates_limit', mandateLimitCheck)
@Index('mandates_by_creation', ['merchant_id', 'created_at', 'mandate_id'])
@Index('mandates_pending', ['modified_at'], { where: oneOf('status', ['pending']) })
@Index('mandates_by_reference', ['merchant_id', 'merchant_connector_id', 'mandate_reference'], {
  where: '"mandate_reference" IS NOT NULL',
})
@Index('mandates_by_customer', ['merchant_id', 'customer_id', 'created_at'])
export class MandateRow {
  @KeyColumn('mandates')
  merchant_id!: string;
  @KeyColumn('mandates')
  mandate_id!: string;
  @Column({ type: 'integer', default: 1 })
  version!: number;
  @Column({ type: 'text' })
  profile_id!: string;
  @Column({ type: 'text' })
  customer_id!: string;
  @Column({ type: 'text' })
  payment_method_id!: string;
  @Column({ type: 'text' })
  payment_id!: string;
  @Column({ type: 'text' })
  attempt_id!: string;
  @Column({ type: 'text' })
  connector!: string;
  @Column({ type: 'text' })
  merchant_connector_id!: string;
  /** The processor's ids of the saved payment method and of its customer. */
  @Column({ type: 'text', nullable: true })
  mandate_reference!: string | null;
  @Column({ type: 'text', nullable: true })
  customer_reference!: string | null;
  @Column({ type: 'text' })
  status!: string;
  @Column({ type: 'text' })
  mandate_type!: string;
  @Column({ type: 'bigint', nullable: true, transformer: bigintColumn })
  limit_amount!: bigint | null;
  @Column({ type: 'text', nullable: true })
  currency!: string | null;
  @Column({ type: 'timestamptz', nullable: true })
  start_date!: Date | null;
  @Column({ type: 'timestamptz', nullable: true })
  end_date!: Date | null;
  @Column({ type: 'bigint', transformer: bigintColumn })
  captured_amount!: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn })
  reserved_amount!: bigint;
  @Column({ type: 'jsonb', nullable: true })
  customer_acceptance!: object | null;
  /** The last revocation that went to the processor. */
  @Column({ type: 'jsonb', nullable: true })
  revocation!: object | null;
  @Column({ type: 'timestamptz', update: false })
  created_at!: Date;
  @Column({ type: 'timestamptz' })
  modified_at!: Date;
}
