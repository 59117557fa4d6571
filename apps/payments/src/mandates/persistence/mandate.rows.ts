import { bigintColumn, oneOf } from '@payorch/platform/postgres';
import { Check, Column, Entity, Index } from 'typeorm';
import { mandateStatuses } from '../domain/mandate';

/** A mandate is never charged beyond its limit: reserved amounts count as charged. */
const mandateLimitCheck =
  'captured_amount >= 0 AND reserved_amount >= 0 AND (limit_amount IS NULL OR captured_amount + reserved_amount <= limit_amount)';

@Entity({ name: 'mandates' })
@Check('mandates_status', oneOf('status', mandateStatuses))
@Check('mandates_limit', mandateLimitCheck)
@Index('mandates_by_customer', ['merchant_id', 'customer_id', 'created_at'])
export class MandateRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'mandates_pkey' })
  merchant_id!: string;
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'mandates_pkey' })
  mandate_id!: string;
  @Column({ type: 'text' })
  customer_id!: string;
  @Column({ type: 'text' })
  payment_method_id!: string;
  @Column({ type: 'text' })
  payment_id!: string;
  @Column({ type: 'text' })
  connector!: string;
  @Column({ type: 'text' })
  merchant_connector_id!: string;
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
  @Column({ type: 'timestamptz' })
  created_at!: Date;
  @Column({ type: 'timestamptz' })
  modified_at!: Date;
}
