import { type AttemptStatus, baseAccountSql, type OwnRecord, type RecordState } from '@payorch/contracts';
import type { AttemptId, Currency, PaymentId } from '@payorch/kernel';
import { minorUnitsFromColumn, minorUnitsToJson, statesOf } from '@payorch/kernel';
import { openVoidStates } from '@payorch/operations';
import { oneOf } from '@payorch/platform/postgres';
import { OwnRecords } from '@payorch/platform/resources';
import {
  type AttemptState,
  attemptMachine,
  attemptStatusIn,
  liveStates,
  capturableStates,
} from '../payments/domain/attempts/attempt.machine';

/** requested: the payment's sum. authorized: what the processor authorized. unknown: the row does not have it any more. */
type SumOf = 'requested' | 'authorized' | 'unknown';

type ShownAs = readonly [RecordState, SumOf] | null;

/** How a processor shows an attempt of a status; null: nothing was sent to it, or no attempt of ours has the status. */
const shownByStatus: Readonly<Record<AttemptStatus, ShownAs>> = {
  started: null,
  payment_method_awaited: null,
  confirmation_awaited: null,
  authentication_failed: null,
  router_declined: null,
  authentication_successful: null,
  authorization_failed: null,
  device_data_collection_pending: null,
  cod_initiated: null,
  auto_refunded: null,
  partially_authorized: null,
  unresolved: null,
  authentication_pending: ['pending', 'requested'],
  authorizing: ['pending', 'requested'],
  pending: ['pending', 'requested'],
  authorized: ['authorized', 'authorized'],
  capture_initiated: ['authorized', 'authorized'],
  void_initiated: ['authorized', 'authorized'],
  // The authorization stands.
  void_failed: ['authorized', 'authorized'],
  partial_charged_and_chargeable: ['succeeded', 'authorized'],
  charged: ['succeeded', 'unknown'],
  partial_charged: ['succeeded', 'unknown'],
  capture_review: ['succeeded', 'unknown'],
  voided_post_charge: ['canceled', 'unknown'],
  voided: ['canceled', 'unknown'],
  failure: ['failed', 'unknown'],
  capture_failed: ['failed', 'authorized'],
  expired: ['failed', 'unknown'],
  integrity_failure: ['failed', 'unknown'],
};
/** States that say more than their status. */
const shownByState: Partial<Record<AttemptState, ShownAs>> = {
  // The customer is authenticated outside the processor.
  authenticating: null,
  cancellation_initiated: ['pending', 'requested'],
  // Whether the increment counts is not known yet.
  increment_initiated: ['authorized', 'unknown'],
  remainder_void_initiated: ['succeeded', 'authorized'],
};

/** How a processor shows an attempt in this state; null: nothing was sent to it. */
export const attemptShownAs = (state: AttemptState): ShownAs =>
  Object.hasOwn(shownByState, state) ? (shownByState[state] ?? null) : shownByStatus[attemptStatusIn(state)];

const sentStates = statesOf(attemptMachine).filter((state) => attemptShownAs(state) !== null);
const waitingStates: readonly AttemptState[] = liveStates.filter((state) => !capturableStates.includes(state));
/** Without the processor's id, nothing of such an attempt is known to be there. */
const nothingThere = ['failure', 'voided'] as const satisfies readonly AttemptState[];

interface Row {
  readonly created_at: Date;
  readonly place: string;
  readonly payment_id: PaymentId;
  readonly attempt_id: AttemptId;
  readonly state: AttemptState;
  readonly connector_transaction_id: string | null;
  readonly net_amount: string;
  readonly authorized_amount: string;
  readonly captured_amount: string;
  readonly currency: Currency;
  readonly is_voiding: boolean;
  readonly connected_account: string | null;
}

const columns = `a.created_at, a.payment_id || ' ' || a.number AS place, a.payment_id, a.attempt_id, a.state,
    a.connector_transaction_id, i.net_amount, a.authorized_amount, a.captured_amount, i.currency,
    coalesce(${oneOf('post_capture_void', openVoidStates)}, false) AS is_voiding,
    CASE a.body -> 'split' ->> 'chargeType' WHEN 'direct' THEN a.body -> 'split' ->> 'connectedAccount' END AS connected_account`;
const isOfAccount = `a.merchant_id = $1 AND ${baseAccountSql('a.merchant_connector_id')} = $2 AND ${oneOf('state', sentStates)}`;
const isThere = `i.net_amount > 0 AND (a.connector_transaction_id IS NOT NULL OR NOT (${oneOf('state', nothingThere)}))`;
/** Until its first outcome an attempt does not say which account routing chose: only its name finds it. */
const isNamed = `a.merchant_id = $1 AND ${oneOf('state', sentStates)}
  AND (a.merchant_connector_id IS NULL OR ${baseAccountSql('a.merchant_connector_id')} = $2)`;

const afterPayment = `split_part($4::text, ' ', 1)`;
const afterNumber = `coalesce(nullif(split_part($4::text, ' ', 2), '')::int, 0)`;

/** A payment's first attempt is as old as the payment, so the index of payments has its place; later ones have their own. */
const firstAttempts = `
  SELECT ${columns}
  FROM intents i JOIN attempts a ON a.merchant_id = i.merchant_id AND a.payment_id = i.payment_id AND a.number = 1
  WHERE i.merchant_id = $1 AND (i.created_at, i.payment_id) >= ($3::timestamptz, ${afterPayment}) AND i.created_at < $5::timestamptz
    AND (i.created_at, i.payment_id, 1) > ($3::timestamptz, ${afterPayment}, ${afterNumber}) AND ${isOfAccount} AND ${isThere}
  ORDER BY i.created_at, i.payment_id LIMIT $6`;
const laterAttempts = `
  SELECT ${columns} FROM attempts a JOIN intents i ON i.merchant_id = a.merchant_id AND i.payment_id = a.payment_id
  WHERE (a.created_at, a.payment_id, a.number) > ($3::timestamptz, ${afterPayment}, ${afterNumber})
    AND a.created_at < $5::timestamptz AND a.number > 1 AND ${isOfAccount} AND ${isThere}
  ORDER BY a.created_at, a.payment_id, a.number LIMIT $6`;

const namedBy = (condition: string): string => `
  SELECT ${columns} FROM attempts a JOIN intents i ON i.merchant_id = a.merchant_id AND i.payment_id = a.payment_id
  WHERE ${condition} AND ${isNamed}`;

const sum = (column: string): number => minorUnitsToJson(minorUnitsFromColumn(column));

function amountOf(row: Row): number | null {
  const [, sumOf] = attemptShownAs(row.state) ?? [];
  if (sumOf === 'requested') return sum(row.net_amount);
  if (sumOf === 'authorized') return sum(row.authorized_amount);
  // A charge of the whole sum was authorized for it; of another charge the row does not have it.
  return row.state === 'charged' && row.captured_amount === row.net_amount ? sum(row.net_amount) : null;
}

function toRecord(row: Row): OwnRecord {
  const [state] = attemptShownAs(row.state) ?? ['pending'];
  return {
    kind: 'payment',
    reference: row.connector_transaction_id,
    chargeReference: null,
    ourId: row.attempt_id,
    state,
    amount: amountOf(row),
    moved: state === 'succeeded' ? sum(row.captured_amount) : 0,
    currency: row.currency,
    createdAt: new Date(row.created_at).toISOString(),
    objectId: row.payment_id,
    paymentId: row.payment_id,
    connectedAccount: row.connected_account ?? undefined,
    isWaiting: row.is_voiding || waitingStates.includes(row.state),
    internalState: row.state,
  };
}

/**
 * Attempts as their processors list payments. Left out of a period: those that were never sent, those of nothing (they only save a
 * payment method), and those that ended without the processor's id. A name finds every attempt that was sent.
 */
export const attemptRecords = new OwnRecords<Row>({
  period: `SELECT * FROM ((${firstAttempts}) UNION ALL (${laterAttempts})) listed
    ORDER BY created_at, payment_id, split_part(place, ' ', 2)::int LIMIT $6`,
  named: `${namedBy('a.connector_transaction_id = ANY ($3::text[])')}
    UNION ${namedBy('a.attempt_id = ANY ($4::text[])')}`,
  toRecord,
});
