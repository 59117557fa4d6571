import { baseAccountSql, type OwnRecord, type RecordState } from '@payorch/contracts';
import type { Currency, PayoutId } from '@payorch/kernel';
import { minorUnitsFromColumn, minorUnitsToJson } from '@payorch/kernel';
import { oneOf } from '@payorch/platform/postgres';
import { OwnRecords } from '@payorch/platform/resources';
import type { PayoutState } from '../domain/payout.machine';
import { marksOf, openStates, storedStates } from '../domain/payout-states';

/**
 * How a processor shows a payout in this state. not_sent: it has none. preparing: at most its recipient is there, and only the name
 * of the payout finds it. Money that came back did not move in the end.
 */
export const payoutsShownAs: Readonly<Record<PayoutState, RecordState | 'not_sent' | 'preparing'>> = {
  requires_payout_method_data: 'not_sent',
  requires_confirmation: 'not_sent',
  routing: 'preparing',
  checking_eligibility: 'preparing',
  creating_recipient: 'preparing',
  creating_recipient_account: 'preparing',
  requires_vendor_account_creation: 'preparing',
  creating: 'pending',
  creation_pending: 'pending',
  requires_fulfillment: 'pending',
  fulfilling: 'pending',
  fulfillment_pending: 'pending',
  initiated: 'pending',
  cancelling_creation: 'pending',
  cancelling_created: 'pending',
  cancelling_fulfillment: 'pending',
  cancelling_initiated: 'pending',
  manual_review: 'pending',
  step_done: 'not_sent',
  step_unknown: 'not_sent',
  attempt_ended: 'not_sent',
  success: 'succeeded',
  failed: 'failed',
  ineligible: 'failed',
  cancelled: 'canceled',
  expired: 'failed',
  reversed: 'failed',
};

const stored = storedStates.map((state) => [state, payoutsShownAs[state]] as const);
const namedStates = stored.filter(([, shown]) => shown !== 'not_sent').map(([state]) => state);
const preparing = stored.filter(([, shown]) => shown === 'preparing').map(([state]) => state);
/** Without the processor's id, nothing of such a payout is known to be there. */
const ended = stored.filter(([, shown]) => shown === 'failed' || shown === 'canceled').map(([state]) => state);
const mayLackReference: readonly PayoutState[] = [...ended, 'requires_fulfillment'];

interface Row {
  readonly created_at: Date;
  readonly place: string;
  readonly state: PayoutState;
  readonly connector_payout_id: string | null;
  readonly operation_id: string | null;
  readonly amount: string;
  readonly currency: Currency;
}

const operationId = `body -> 'facts' -> 'attempt' ->> 'operation'`;
const selected = `SELECT created_at, payout_id AS place, state, connector_payout_id, ${operationId} AS operation_id, amount, currency
  FROM payouts WHERE merchant_id = $1`;
const isOfAccount = `${baseAccountSql('merchant_connector_id')} = $2`;
/** Until its first outcome a payout does not say which account routing chose: only its name finds it. */
const isNamed = `${oneOf('state', namedStates)} AND (merchant_connector_id IS NULL OR ${isOfAccount})`;

function toRecord(row: Row): OwnRecord {
  const shown = payoutsShownAs[row.state];
  const state = shown === 'not_sent' || shown === 'preparing' ? 'pending' : shown;
  const amount = minorUnitsToJson(minorUnitsFromColumn(row.amount));
  return {
    kind: 'payout',
    reference: row.connector_payout_id,
    chargeReference: null,
    ourId: row.operation_id ?? row.place,
    state,
    amount,
    moved: state === 'succeeded' ? amount : 0,
    currency: row.currency,
    createdAt: new Date(row.created_at).toISOString(),
    objectId: row.place as PayoutId,
    paymentId: null,
    isWaiting: marksOf(row.state).due !== undefined,
    internalState: row.state,
  };
}

/**
 * Payouts as their processors list them. A processor names a payout by the id of the operation of its last step, or by the payout's
 * own; only an open payout lacks the processor's id where that matters.
 */
export const payoutRecords = new OwnRecords<Row>({
  period: `${selected} AND ${isOfAccount} AND ${oneOf('state', namedStates)} AND NOT (${oneOf('state', preparing)})
    AND (connector_payout_id IS NOT NULL OR NOT (${oneOf('state', mayLackReference)}))
    AND (created_at, payout_id) > ($3::timestamptz, $4::text) AND created_at < $5::timestamptz
    ORDER BY created_at, payout_id LIMIT $6`,
  named: `${selected} AND ${isNamed} AND connector_payout_id = ANY ($3::text[])
    UNION ${selected} AND ${isNamed} AND payout_id = ANY ($4::text[])
    UNION ${selected} AND ${isNamed} AND ${oneOf('state', openStates)} AND ${operationId} = ANY ($4::text[])`,
  toRecord,
});
