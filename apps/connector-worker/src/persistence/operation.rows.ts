import { statesOf } from '@payorch/kernel';
import { Check, Column, Entity, Index } from 'typeorm';
import { operationFlows } from '../domain/operation';
import { operationMachine } from '../domain/operation.machine';

const oneOf = (column: string, values: readonly string[]): string =>
  `"${column}" IN (${values.map((value) => `'${value}'`).join(', ')})`;

/** One row an operation, whatever its connector: a second choice of route must find the first one's row. */
@Entity({ name: 'operations' })
@Check('operations_state', oneOf('state', statesOf(operationMachine)))
@Check('operations_flow', oneOf('flow', operationFlows))
@Check('operations_refund', `("flow" = 'refund') = ("refund_id" IS NOT NULL AND "payment_reference" IS NOT NULL)`)
@Index('operations_reference', ['merchant_connector_id', 'reference'], { where: '"reference" IS NOT NULL' })
export class OperationRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'operations_pkey' })
  operation_id!: string;

  @Column({ type: 'text' })
  merchant_id!: string;

  @Column({ type: 'text' })
  profile_id!: string;

  @Column({ type: 'text' })
  payment_id!: string;

  @Column({ type: 'text' })
  attempt_id!: string;

  @Column({ type: 'text' })
  flow!: string;

  @Column({ type: 'text' })
  connector!: string;

  @Column({ type: 'text' })
  merchant_connector_id!: string;

  @Column({ type: 'bigint', nullable: true })
  amount!: string | null;

  @Column({ type: 'text', nullable: true })
  currency!: string | null;

  @Column({ type: 'text' })
  state!: string;

  /** Who took it: only that worker stores the result of its call. */
  @Column({ type: 'text', nullable: true })
  lease_token!: string | null;

  /** Committed before a byte leaves. */
  @Column({ type: 'timestamptz', nullable: true })
  sent_at!: Date | null;

  /** When it was last taken over, to be sent again: nothing that was asked before tells of that call. */
  @Column({ type: 'timestamptz', nullable: true })
  resent_at!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  answered_at!: Date | null;

  @Column({ type: 'text', nullable: true })
  reference!: string | null;

  @Column({ type: 'text', nullable: true })
  refund_id!: string | null;

  /** Of a refund: the processor's id of the payment. */
  @Column({ type: 'text', nullable: true })
  payment_reference!: string | null;

  @Column({ type: 'jsonb', nullable: true })
  outcome!: object | null;

  @Column({ type: 'jsonb', nullable: true })
  fallbacks!: object | null;

  /** What its preliminaries brought, stored before its own call. */
  @Column({ type: 'jsonb', nullable: true })
  found!: object | null;

  @Column({ type: 'text', nullable: true })
  cvc_reference!: string | null;

  @Column({ type: 'text', nullable: true })
  account_pin!: string | null;

  /** How often the processor said "not found" late enough to count. */
  @Column({ type: 'smallint', default: 0 })
  absent_seen!: number;
}

/** A processor's event that was taken in: the same one counts once. Kept longer than processors retry. */
@Entity({ name: 'processor_events' })
@Index('processor_events_received', ['received_at'])
export class ProcessorEventRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'processor_events_pkey' })
  merchant_id!: string;

  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'processor_events_pkey' })
  merchant_connector_id!: string;

  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'processor_events_pkey' })
  event_id!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  received_at!: Date;
}
