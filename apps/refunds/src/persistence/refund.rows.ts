import { statesOf } from '@payorch/kernel';
import { IncidentColumnsRow } from '@payorch/platform/incidents';
import { bigintColumn, oneOf } from '@payorch/platform/postgres';
import { KeyColumn, OperationRow } from '@payorch/platform/resources';
import { StoredForEver } from '@payorch/platform/retention';
import { Check, Column, Entity, Index } from 'typeorm';
import { openStates, refundMachine } from '../domain/refund.machine';

/** M3 as a database constraint: the reserved amount never exceeds the charged amount. */
const reservedCheck = 'reserved >= 0 AND reserved <= charged';
/** A post-capture void reserves the whole charge. */
const voidCheck = 'void_operation_id IS NULL OR reserved = charged';

/** One payment. A decision about the payment locks this row. */
@StoredForEver('What can still be refunded of a payment.')
@Entity({ name: 'balances' })
@Check('balances_reserved', reservedCheck)
@Check('balances_void', voidCheck)
export class BalanceRow {
  @KeyColumn('balances')
  merchant_id!: string;
  @KeyColumn('balances')
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
  /** What disputes took, each with its version; null: no dispute. */
  @Column({ type: 'jsonb', nullable: true })
  disputed!: object | null;
  /** The operation of the post-capture void that voids the charge, or may have done so. */
  @Column({ type: 'text', nullable: true })
  void_operation_id!: string | null;
}

@StoredForEver('A record of the business.')
@Entity({ name: 'refunds' })
@Check('refunds_state', oneOf('state', statesOf(refundMachine)))
@Check('refunds_amount', 'amount > 0')
@Index('refunds_by_payment', ['merchant_id', 'payment_id', 'created_at'])
@Index('refunds_by_creation', ['merchant_id', 'created_at', 'refund_id'])
@Index('refunds_by_reference', ['merchant_id', 'connector_refund_id', 'operation_id'])
@Index('refunds_open', ['modified_at'], { where: oneOf('state', openStates) })
export class RefundRow extends OperationRow {
  @KeyColumn('refunds')
  merchant_id!: string;
  @KeyColumn('refunds')
  refund_id!: string;
  @Column({ type: 'text', update: false })
  payment_id!: string;
  @Column({ type: 'text', update: false })
  attempt_id!: string;
  @Column({ type: 'bigint', transformer: bigintColumn, update: false })
  amount!: bigint;
  @Column({ type: 'text', update: false })
  currency!: string;
  @Column({ type: 'text', nullable: true })
  connector_refund_id!: string | null;
}

/** Needs a person; never closed by time. */
@StoredForEver('The audit: what needed a person.')
@Entity({ name: 'incidents' })
@Index('incidents_open', ['opened_at'], { where: 'resolved_at IS NULL' })
@Index('incidents_by_id', ['incident_id'], { unique: true })
export class IncidentRow extends IncidentColumnsRow {
  @KeyColumn('incidents')
  merchant_id!: string;
  @KeyColumn('incidents')
  refund_id!: string;
  @KeyColumn('incidents')
  kind!: string;
  @Column({ type: 'text' })
  payment_id!: string;
}
