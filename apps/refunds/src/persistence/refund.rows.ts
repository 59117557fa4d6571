import { statesOf } from '@payorch/kernel';
import { bigintColumn, oneOf } from '@payorch/platform/postgres';
import { Check, Column, Entity, Index } from 'typeorm';
import { openStates, refundMachine } from '../domain/refund.machine';

/** M3 as a database constraint: the reserved amount never exceeds the charged amount. */
const reservedCheck = 'reserved >= 0 AND reserved <= charged';
/** A post-capture void reserves the whole charge. */
const voidCheck = 'void_operation_id IS NULL OR reserved = charged';

/** One payment. A decision about the payment locks this row. */
@Entity({ name: 'balances' })
@Check('balances_reserved', reservedCheck)
@Check('balances_void', voidCheck)
export class BalanceRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'balances_pkey' })
  merchant_id!: string;
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'balances_pkey' })
  payment_id!: string;
  @Column({ type: 'int' })
  version!: number;
  /** Partition of the payment's key on the keyed topics; the sweeper needs it to add a missing job. */
  @Column({ type: 'smallint', update: false })
  partition!: number;
  @Column({ type: 'text', update: false })
  currency!: string;
  @Column({ type: 'bigint', transformer: bigintColumn })
  charged!: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn })
  reserved!: bigint;
  /** The operation of the post-capture void that voids the charge, or may have done so. */
  @Column({ type: 'text', nullable: true })
  void_operation_id!: string | null;
}

@Entity({ name: 'refunds' })
@Check('refunds_state', oneOf('state', statesOf(refundMachine)))
@Check('refunds_amount', 'amount > 0')
@Index('refunds_by_payment', ['merchant_id', 'payment_id', 'created_at'])
@Index('refunds_by_creation', ['merchant_id', 'created_at', 'refund_id'])
@Index('refunds_open', ['modified_at'], { where: oneOf('state', openStates) })
export class RefundRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'refunds_pkey' })
  merchant_id!: string;
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'refunds_pkey' })
  refund_id!: string;
  @Column({ type: 'text', update: false })
  payment_id!: string;
  @Column({ type: 'text', update: false })
  profile_id!: string;
  @Column({ type: 'text', update: false })
  attempt_id!: string;
  @Column({ type: 'text', update: false })
  operation_id!: string;
  @Column({ type: 'int' })
  version!: number;
  @Column({ type: 'text' })
  state!: string;
  @Column({ type: 'bigint', transformer: bigintColumn, update: false })
  amount!: bigint;
  @Column({ type: 'text', update: false })
  currency!: string;
  @Column({ type: 'text', update: false })
  connector!: string;
  @Column({ type: 'text', update: false })
  merchant_connector_id!: string;
  @Column({ type: 'text', nullable: true })
  connector_refund_id!: string | null;
  @Column({ type: 'timestamptz', update: false })
  created_at!: Date;
  @Column({ type: 'timestamptz' })
  modified_at!: Date;
  /** The fields that are only read with the refund (refund.mapper.ts). */
  @Column({ type: 'jsonb' })
  body!: object;
}

/** Needs a person; never closed by time. */
@Entity({ name: 'incidents' })
@Index('incidents_open', ['opened_at'], { where: 'resolved_at IS NULL' })
@Index('incidents_by_id', ['incident_id'], { unique: true })
export class IncidentRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'incidents_pkey' })
  merchant_id!: string;
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'incidents_pkey' })
  refund_id!: string;
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'incidents_pkey' })
  kind!: string;
  @Column({ type: 'text' })
  payment_id!: string;
  @Column({ type: 'timestamptz', default: () => 'now()' })
  opened_at!: Date;
  @Column({ type: 'timestamptz', nullable: true })
  resolved_at!: Date | null;
  /** Names the incident to an operator. */
  @Column({ type: 'uuid', default: () => 'gen_random_uuid()' })
  incident_id!: string;
}
