import { statesOf } from '@payorch/kernel';
import { extensionMachine, openExtensionStates, openVoidStates, postCaptureVoidMachine } from '@payorch/operations';
import { IncidentColumnsRow } from '@payorch/platform/incidents';
import { bigintColumn, oneOf } from '@payorch/platform/postgres';
import { StoredForEver } from '@payorch/platform/retention';
import { Check, Column, Entity, Index } from 'typeorm';
import { attemptMachine, liveStates } from '../../domain/attempts/attempt.machine';
import { intentStatuses } from '../../domain/attempts/attempt-status';

/** M2 in the database: one live attempt of a payment. */
const liveCondition = oneOf('state', liveStates);
/** M3: what is captured and what can still be captured do not exceed the amount, or the maximum of an overcapture, and amounts are never negative. */
const sumsCheck =
  'amount >= 0 AND amount_capturable >= 0 AND COALESCE(amount_received, 0::bigint) >= 0 AND (amount_capturable + COALESCE(amount_received, 0::bigint)) <= GREATEST(net_amount, maximum_capturable)';
const authorizedAmountCheck = 'captured_amount >= 0 AND captured_amount <= authorized_amount';
/** A post-capture void that awaits a reservation or an outcome. The index names no column that every update changes. */
const openVoidCondition = oneOf('post_capture_void', openVoidStates);
/** An extension that awaits its outcome. */
const openExtensionCondition = oneOf('extension', openExtensionStates);

/** An attempt that its processor has named. */
const referenceCondition = 'connector_transaction_id IS NOT NULL';
/** The first attempt is as old as its payment: the index of payments has its place. */
const laterCondition = 'number > 1';

/** A payment with a payment link. */
const linkCondition = 'payment_link_id IS NOT NULL';

@StoredForEver('A record of the business: payments, with their links.')
@Entity({ name: 'intents' })
@Check('intents_status', oneOf('status', intentStatuses))
@Check('intents_sums', sumsCheck)
@Check('intents_post_capture_void', oneOf('post_capture_void', statesOf(postCaptureVoidMachine)))
@Check('intents_extension', oneOf('extension', statesOf(extensionMachine)))
@Index('intents_extending', ['merchant_id', 'payment_id'], { where: openExtensionCondition })
@Index('intents_voiding', ['merchant_id', 'payment_id'], { where: openVoidCondition })
@Index('intents_by_creation', ['merchant_id', 'created_at', 'payment_id'])
@Index('intents_by_customer', ['merchant_id', 'customer_id', 'created_at', 'payment_id'])
@Index('intents_by_profile', ['merchant_id', 'profile_id', 'created_at', 'payment_id'])
@Index('intents_by_link', ['merchant_id', 'payment_link_id'], { unique: true, where: linkCondition })
@Index('intents_links_by_creation', ['merchant_id', 'created_at', 'payment_id'], { where: linkCondition })
export class IntentRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'intents_pkey' })
  merchant_id!: string;
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'intents_pkey' })
  payment_id!: string;
  @Column({ type: 'text' })
  profile_id!: string;
  @Column({ type: 'int' })
  version!: number;
  /** The partition of its key on the keyed topics: the sweeper creates missing jobs there. */
  @Column({ type: 'smallint', update: false })
  partition!: number;
  @Column({ type: 'text' })
  status!: string;
  @Column({ type: 'bigint', transformer: bigintColumn })
  amount!: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn })
  net_amount!: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn })
  amount_capturable!: bigint;
  @Column({ type: 'bigint', nullable: true, transformer: bigintColumn })
  amount_received!: bigint | null;
  @Column({ type: 'text' })
  currency!: string;
  @Column({ type: 'text', nullable: true })
  customer_id!: string | null;
  @Column({ type: 'timestamptz', update: false })
  created_at!: Date;
  @Column({ type: 'timestamptz' })
  modified_at!: Date;
  @Column({ type: 'timestamptz' })
  expires_at!: Date;
  /** Everything that is only read with the payment (payment.mapper.ts). */
  @Column({ type: 'jsonb' })
  body!: object;
  /** The most that the processor lets us capture, where it permits an overcapture. */
  @Column({ type: 'bigint', nullable: true, transformer: bigintColumn })
  maximum_capturable!: bigint | null;
  /** State of the last post-capture void. */
  @Column({ type: 'text', nullable: true })
  post_capture_void!: string | null;
  /** State of the last extension of the authorization. */
  @Column({ type: 'text', nullable: true })
  extension!: string | null;
  /** A payment keeps the link that it is created with. */
  @Column({ type: 'text', nullable: true, update: false })
  payment_link_id!: string | null;
}

@StoredForEver('A record of the business: what was charged, at which processor.')
@Entity({ name: 'attempts' })
@Check('attempts_state', oneOf('state', statesOf(attemptMachine)))
@Check('attempts_authorized', authorizedAmountCheck)
@Index('attempts_live', ['merchant_id', 'payment_id'], { unique: true, where: liveCondition })
@Index('attempts_by_payment', ['merchant_id', 'payment_id', 'number'], { unique: true })
@Index('attempts_by_reference', ['merchant_id', 'connector_transaction_id'], { where: referenceCondition })
@Index('attempts_later', ['merchant_id', 'created_at', 'payment_id', 'number'], { where: laterCondition })
@Index('attempts_open', ['modified_at'], { where: liveCondition })
export class AttemptRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'attempts_pkey' })
  merchant_id!: string;
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'attempts_pkey' })
  attempt_id!: string;
  @Column({ type: 'text', update: false })
  payment_id!: string;
  @Column({ type: 'int', update: false })
  number!: number;
  @Column({ type: 'text' })
  state!: string;
  @Column({ type: 'bigint', transformer: bigintColumn })
  authorized_amount!: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn })
  captured_amount!: bigint;
  @Column({ type: 'text', nullable: true })
  connector!: string | null;
  @Column({ type: 'text', nullable: true })
  merchant_connector_id!: string | null;
  @Column({ type: 'text', nullable: true })
  connector_transaction_id!: string | null;
  @Column({ type: 'timestamptz', update: false })
  created_at!: Date;
  @Column({ type: 'timestamptz' })
  modified_at!: Date;
  /** The facts of the state, the payment method, the remaining accounts of the route. */
  @Column({ type: 'jsonb' })
  body!: object;
}

@StoredForEver('A record of the business: what was captured.')
@Entity({ name: 'captures' })
@Check('captures_amount', 'amount > 0')
@Index('captures_by_payment', ['merchant_id', 'payment_id', 'sequence'], { unique: true })
export class CaptureRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'captures_pkey' })
  merchant_id!: string;
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'captures_pkey' })
  capture_id!: string;
  @Column({ type: 'text', update: false })
  payment_id!: string;
  @Column({ type: 'text', update: false })
  attempt_id!: string;
  @Column({ type: 'int', update: false })
  sequence!: number;
  @Column({ type: 'text', update: false })
  operation_id!: string;
  @Column({ type: 'text' })
  status!: string;
  @Column({ type: 'bigint', transformer: bigintColumn })
  amount!: bigint;
  @Column({ type: 'text', update: false })
  currency!: string;
  @Column({ type: 'text', nullable: true })
  connector_capture_id!: string | null;
  @Column({ type: 'jsonb', nullable: true })
  error!: object | null;
  @Column({ type: 'timestamptz', update: false })
  created_at!: Date;
  @Column({ type: 'timestamptz' })
  modified_at!: Date;
}

/** Needs a person: never closed by time. */
@StoredForEver('The audit: what needed a person.')
@Entity({ name: 'incidents' })
@Index('incidents_open', ['opened_at'], { where: 'resolved_at IS NULL' })
@Index('incidents_by_id', ['incident_id'], { unique: true })
export class IncidentRow extends IncidentColumnsRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'incidents_pkey' })
  merchant_id!: string;
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'incidents_pkey' })
  attempt_id!: string;
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'incidents_pkey' })
  kind!: string;
  @Column({ type: 'text' })
  payment_id!: string;
}
