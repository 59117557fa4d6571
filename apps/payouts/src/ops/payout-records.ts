import { baseAccountSql, type OwnRecord, type PayoutStatus, type RecordState } from '@payorch/contracts';
import type { Currency, PayoutId } from '@payorch/kernel';
import { minorUnitsFromColumn, minorUnitsToJson } from '@payorch/kernel';
import { oneOf } from '@payorch/platform/postgres';
import { OwnRecords } from '@payorch/platform/resources';
import type { PayoutState } from '../domain/payout.machine';
import { marksOf, openStates, storedStates } from '../domain/payout-states';

type ShownAs = RecordState | 'not_sent' | 'preparing';

/**
 * How a processor shows a payout of a status. not_sent: it has none. preparing: at most its recipient is there, and only the name of
 * the payout finds it. Money that came back did not move in the end.
 */
const shownByStatus: Readonly<Record<PayoutStatus, ShownAs>> = {
  requires_payout_method_data: 'not_sent',
  requires_confirmation: 'not_sent',
  requires_creation: 'preparing',
  requires_vendor_account_creation: 'preparing',
  requires_fulfillment: 'pending',
  pending: 'pending',
  initiated: 'pending',
  success: 'succeeded',
  failed: 'failed',
  ineligible: 'failed',
  cancelled: 'canceled',
  expired: 'failed',
  reversed: 'failed',
};
/** How a processor shows a payout in a state that rows have. */
export const payoutShownAs = (state: PayoutState): ShownAs => shownByStatus[marksOf(state).status];

const stored = storedStates.map((state) => [state, payoutShownAs(state)] as const);
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
  readonly amount: string;
  readonly currency: Currency;
}

const operationId = `body -> 'facts' -> 'attempt' ->> 'operation'`;
const selected = `SELECT created_at, payout_id AS place, state, connector_payout_id, amount, currency
  FROM payouts WHERE merchant_id = $1`;
const isOfAccount = `${baseAccountSql('merchant_connector_id')} = $2`;
/** Until its first outcome a payout does not say which account routing chose: only its name finds it. */
const isNamed = `${oneOf('state', namedStates)} AND (merchant_connector_id IS NULL OR ${isOfAccount})`;

function toRecord(row: Row): OwnRecord {
  const shown = payoutShownAs(row.state);
  const state = shown === 'not_sent' || shown === 'preparing' ? 'pending' : shown;
  const amount = minorUnitsToJson(minorUnitsFromColumn(row.amount));
  return {
    kind: 'payout',
    reference: row.connector_payout_id,
    chargeReference: null,
    ourId: row.place,
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
 * Payouts as their processors list them. A processor names a payout by its id, or by the id of the operation of its last step; only an
 * open payout lacks the processor's id where that matters.
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
