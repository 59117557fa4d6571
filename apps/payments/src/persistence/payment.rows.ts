import { Check, Column, Entity, Index } from 'typeorm';
import { attemptMachine, liveStates } from '../domain/attempt.machine';
import { statesOf } from '@payorch/kernel';
import { extensionMachine, openExtensionStates } from '../domain/extension.machine';
import { openVoidStates, postCaptureVoidMachine } from '../domain/post-capture-void.machine';
import { intentStatuses } from '../domain/payment.status';

const oneOf = (column: string, values: readonly string[]): string =>
  `${column} = ANY (ARRAY[${values.map((value) => `'${value}'::text`).join(', ')}])`;

export const statusCheck = oneOf('status', intentStatuses);
export const stateCheck = oneOf('state', statesOf(attemptMachine));
/** M2 in the database: one live attempt of a payment. */
export const liveCondition = oneOf('state', liveStates);
/** M3: captures do not exceed the authorized amount, and amounts are never negative. */
export const sumsCheck =
  'amount >= 0 AND amount_capturable >= 0 AND COALESCE(amount_received, 0::bigint) >= 0 AND amount_capturable <= net_amount AND COALESCE(amount_received, 0::bigint) <= net_amount';
export const voidCheck = oneOf('post_capture_void', statesOf(postCaptureVoidMachine));
/** A post-capture void that awaits a reservation or an outcome. The index names no column that every update changes. */
export const openVoidCondition = oneOf('post_capture_void', openVoidStates);
export const extensionCheck = oneOf('extension', statesOf(extensionMachine));
/** An extension that awaits its outcome. */
export const openExtensionCondition = oneOf('extension', openExtensionStates);
export const authorizedAmountCheck = 'captured_amount >= 0 AND captured_amount <= authorized_amount';

@Entity({ name: 'intents' })
@Check('intents_status', statusCheck)
@Check('intents_sums', sumsCheck)
@Check('intents_post_capture_void', voidCheck)
@Check('intents_extension', extensionCheck)
@Index('intents_extending', ['merchant_id', 'payment_id'], { where: openExtensionCondition })
@Index('intents_voiding', ['merchant_id', 'payment_id'], { where: openVoidCondition })
@Index('intents_by_creation', ['merchant_id', 'created_at', 'payment_id'])
@Index('intents_by_customer', ['merchant_id', 'customer_id', 'created_at', 'payment_id'])
@Index('intents_by_profile', ['merchant_id', 'profile_id', 'created_at', 'payment_id'])
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
  @Column({ type: 'smallint' })
  partition!: number;
  @Column({ type: 'text' })
  status!: string;
  @Column({ type: 'bigint' })
  amount!: string;
  @Column({ type: 'bigint' })
  net_amount!: string;
  @Column({ type: 'bigint' })
  amount_capturable!: string;
  @Column({ type: 'bigint', nullable: true })
  amount_received!: string | null;
  @Column({ type: 'text' })
  currency!: string;
  @Column({ type: 'text', nullable: true })
  customer_id!: string | null;
  @Column({ type: 'timestamptz' })
  created_at!: Date;
  @Column({ type: 'timestamptz' })
  modified_at!: Date;
  @Column({ type: 'timestamptz' })
  expires_at!: Date;
  /** Everything that is only read with the payment (payment.mapper.ts). */
  @Column({ type: 'jsonb' })
  body!: object;
  /** State of the last post-capture void. */
  @Column({ type: 'text', nullable: true })
  post_capture_void!: string | null;
  /** State of the last extension of the authorization. */
  @Column({ type: 'text', nullable: true })
  extension!: string | null;
}

@Entity({ name: 'attempts' })
@Check('attempts_state', stateCheck)
@Check('attempts_authorized', authorizedAmountCheck)
@Index('attempts_live', ['merchant_id', 'payment_id'], { unique: true, where: liveCondition })
@Index('attempts_by_payment', ['merchant_id', 'payment_id', 'number'], { unique: true })
@Index('attempts_open', ['modified_at'], { where: liveCondition })
export class AttemptRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'attempts_pkey' })
  merchant_id!: string;
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'attempts_pkey' })
  attempt_id!: string;
  @Column({ type: 'text' })
  payment_id!: string;
  @Column({ type: 'int' })
  number!: number;
  @Column({ type: 'text' })
  state!: string;
  @Column({ type: 'bigint' })
  authorized_amount!: string;
  @Column({ type: 'bigint' })
  captured_amount!: string;
  @Column({ type: 'text', nullable: true })
  connector!: string | null;
  @Column({ type: 'text', nullable: true })
  merchant_connector_id!: string | null;
  @Column({ type: 'text', nullable: true })
  connector_transaction_id!: string | null;
  @Column({ type: 'timestamptz' })
  created_at!: Date;
  @Column({ type: 'timestamptz' })
  modified_at!: Date;
  /** The facts of the state, the payment method, the remaining accounts of the route. */
  @Column({ type: 'jsonb' })
  body!: object;
}

@Entity({ name: 'captures' })
@Check('captures_amount', 'amount > 0')
@Index('captures_by_payment', ['merchant_id', 'payment_id', 'sequence'], { unique: true })
export class CaptureRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'captures_pkey' })
  merchant_id!: string;
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'captures_pkey' })
  capture_id!: string;
  @Column({ type: 'text' })
  payment_id!: string;
  @Column({ type: 'text' })
  attempt_id!: string;
  @Column({ type: 'int' })
  sequence!: number;
  @Column({ type: 'text' })
  operation_id!: string;
  @Column({ type: 'text' })
  status!: string;
  @Column({ type: 'bigint' })
  amount!: string;
  @Column({ type: 'text' })
  currency!: string;
  @Column({ type: 'text', nullable: true })
  connector_capture_id!: string | null;
  @Column({ type: 'jsonb', nullable: true })
  error!: object | null;
  @Column({ type: 'timestamptz' })
  created_at!: Date;
  @Column({ type: 'timestamptz' })
  modified_at!: Date;
}

@Entity({ name: 'customers' })
export class CustomerRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'customers_pkey' })
  merchant_id!: string;
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'customers_pkey' })
  customer_id!: string;
  @Column({ type: 'text', nullable: true })
  name!: string | null;
  @Column({ type: 'text', nullable: true })
  email!: string | null;
  @Column({ type: 'text', nullable: true })
  phone!: string | null;
  @Column({ type: 'text', nullable: true })
  phone_country_code!: string | null;
  @Column({ type: 'timestamptz', default: () => 'now()' })
  created_at!: Date;
}

/** Needs a person: never closed by time. */
@Entity({ name: 'incidents' })
@Index('incidents_open', ['opened_at'], { where: 'resolved_at IS NULL' })
export class IncidentRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'incidents_pkey' })
  merchant_id!: string;
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'incidents_pkey' })
  attempt_id!: string;
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'incidents_pkey' })
  kind!: string;
  @Column({ type: 'text' })
  payment_id!: string;
  @Column({ type: 'timestamptz', default: () => 'now()' })
  opened_at!: Date;
  @Column({ type: 'timestamptz', nullable: true })
  resolved_at!: Date | null;
}
