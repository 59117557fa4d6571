import type { WebhookChange } from '@payorch/contracts';
import { statesOf } from '@payorch/kernel';
import { operationNames } from '@payorch/operations';
import { bigintColumn, oneOf } from '@payorch/platform/postgres';
import { type ExpiringRows, StoredBySetting } from '@payorch/platform/retention';
import { Check, Column, Entity, Index } from 'typeorm';
import { openKinds } from '../domain/operation';
import { operationMachine } from '../domain/operation.machine';

/** One row for each operation, whatever its connector: a second routing of the same operation must find the first row. */
@StoredBySetting(
  'OPERATION_RETENTION',
  'A command, a webhook or a dispute may still concern it; one without a final outcome, that is deferred, or that was never sent stays.',
)
@Entity({ name: 'operations' })
@Check('operations_state', oneOf('state', statesOf(operationMachine)))
@Check('operations_flow', oneOf('flow', operationNames))
@Check('operations_refund', `("flow" = 'refund') = ("refund_id" IS NOT NULL AND "payment_reference" IS NOT NULL)`)
@Check('operations_mandate', `("flow" = 'revoke_mandate') = ("mandate_id" IS NOT NULL)`)
@Check(
  'operations_dispute',
  `("flow" = ANY (ARRAY['accept_dispute'::text, 'submit_evidence'::text])) = ("dispute_id" IS NOT NULL)`,
)
@Index('operations_responses', ['merchant_id', 'payment_id'], { where: '"has_response"' })
@Index('operations_sent', ['sent_at'], { where: '"sent_at" IS NOT NULL' })
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

  @Column({ type: 'bigint', nullable: true, transformer: bigintColumn })
  amount!: bigint | null;

  @Column({ type: 'text', nullable: true })
  currency!: string | null;

  @Column({ type: 'text' })
  state!: string;

  /** The current claim: only the worker with this token stores the result of its call. */
  @Column({ type: 'text', nullable: true })
  lease_token!: string | null;

  /** Committed before a byte is sent. */
  @Column({ type: 'timestamptz', nullable: true })
  sent_at!: Date | null;

  /** When the operation was last taken over to be sent again. Earlier syncs say nothing about that call. */
  @Column({ type: 'timestamptz', nullable: true })
  resent_at!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  answered_at!: Date | null;

  @Column({ type: 'text', nullable: true })
  reference!: string | null;

  @Column({ type: 'text', nullable: true })
  refund_id!: string | null;

  /** For a refund: the processor's id of the payment. */
  @Column({ type: 'text', nullable: true })
  payment_reference!: string | null;

  /** For the revocation of a mandate. */
  @Column({ type: 'text', nullable: true })
  mandate_id!: string | null;

  /** For a merchant's answer to a dispute. */
  @Column({ type: 'text', nullable: true })
  dispute_id!: string | null;

  /** For an operation of a relay; its payment and its attempt then have the relay's id. */
  @Column({ type: 'text', nullable: true })
  relay_id!: string | null;

  /** For an operation of an authentication without a payment; its payment and its attempt then have that id. */
  @Column({ type: 'text', nullable: true })
  authentication_id!: string | null;

  @Column({ type: 'jsonb', nullable: true })
  outcome!: object | null;

  /** Whether the outcome has the processor's whole response. The index of such rows names no column that every update changes. */
  @Column({ type: 'boolean', default: false })
  has_response!: boolean;

  @Column({ type: 'jsonb', nullable: true })
  fallbacks!: object | null;

  /** Why routing chose the account. */
  @Column({ type: 'jsonb', nullable: true })
  decision!: object | null;

  /** The results of its preliminaries, stored before its own call. */
  @Column({ type: 'jsonb', nullable: true })
  found!: object | null;

  @Column({ type: 'text', nullable: true })
  cvc_reference!: string | null;

  @Column({ type: 'text', nullable: true })
  account_pin!: string | null;

  /** How often the processor answered "not found" late enough to count. */
  @Column({ type: 'smallint', default: () => '0' })
  absent_seen!: number;
}

/** A handled event of a processor: the same event counts once. Retained for longer than processors retry. */
@StoredBySetting('PROCESSOR_EVENT_RETENTION', 'A repeated event counts once: longer than any processor repeats one.')
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

  /** The webhook that brought the event first; null for an event that is older than the column. */
  @Column({ type: 'text', nullable: true })
  webhook_id!: string | null;

  /** The objects about which reports were published: ids and outcomes alone. */
  @Column({ type: 'jsonb', nullable: true })
  changed!: WebhookChange[] | null;
}

/**
 * What no command, sync or webhook can change any more. An operation without a final outcome stays, one that waits on disk too, and one
 * that was never sent: its row forbids that it is.
 */
export const expiringOperations: ExpiringRows = {
  table: 'operations',
  since: 'sent_at',
  where: `state = 'answered' AND outcome ->> 'kind' NOT IN (${openKinds.map((kind) => `'${kind}'`).join(', ')})
    AND NOT EXISTS (SELECT 1 FROM deferred_operations deferred WHERE deferred.operation_id = operations.operation_id)`,
};

export const expiringEvents: ExpiringRows = { table: 'processor_events', since: 'received_at' };
