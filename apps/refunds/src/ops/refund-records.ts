import { baseAccountSql, type OwnRecord, type RecordState } from '@payorch/contracts';
import type { Currency, PaymentId, RefundId } from '@payorch/kernel';
import { minorUnitsFromColumn, minorUnitsToJson, statesOf } from '@payorch/kernel';
import { oneOf } from '@payorch/platform/postgres';
import { OwnRecords } from '@payorch/platform/resources';
import { refundMachine, type RefundState, syncableStates } from '../domain/refund.machine';

/** How a processor shows a refund in this state; null: the processor has not got it yet. */
export const refundsShownAs: Readonly<Record<RefundState, RecordState | null>> = {
  scheduled: null,
  pending: 'pending',
  manual_review: 'pending',
  success: 'succeeded',
  failure: 'failed',
};

const sentStates = statesOf(refundMachine).filter((state) => refundsShownAs[state] !== null);

interface Row {
  readonly created_at: Date;
  readonly place: string;
  readonly state: RefundState;
  readonly payment_id: PaymentId;
  readonly operation_id: string;
  readonly connector_refund_id: string | null;
  readonly charge_reference: string | null;
  readonly connected_account: string | null;
  readonly amount: string;
  readonly currency: Currency;
}

const ofAccount = `SELECT created_at, refund_id AS place, state, payment_id, operation_id, connector_refund_id, amount, currency,
    body ->> 'paymentReference' AS charge_reference, body -> 'splitRefund' ->> 'connectedAccount' AS connected_account
  FROM refunds WHERE merchant_id = $1 AND ${baseAccountSql('merchant_connector_id')} = $2 AND ${oneOf('state', sentStates)}`;

const waiting: readonly RefundState[] = syncableStates;

function toRecord(row: Row): OwnRecord {
  const amount = minorUnitsToJson(minorUnitsFromColumn(row.amount));
  return {
    kind: 'refund',
    reference: row.connector_refund_id,
    chargeReference: row.charge_reference,
    ourId: row.operation_id,
    state: refundsShownAs[row.state] ?? 'pending',
    amount,
    moved: row.state === 'success' ? amount : 0,
    currency: row.currency,
    createdAt: new Date(row.created_at).toISOString(),
    objectId: row.place as RefundId,
    paymentId: row.payment_id,
    connectedAccount: row.connected_account ?? undefined,
    isWaiting: waiting.includes(row.state),
    internalState: row.state,
  };
}

/**
 * Refunds as their processors list them. A failed one without the processor's id does not exist there, as far as is known: only its
 * name finds it. A processor names a refund by the id of its operation until its own is known here.
 */
export const refundRecords = new OwnRecords<Row>({
  period: `${ofAccount} AND (state <> 'failure' OR connector_refund_id IS NOT NULL)
    AND (created_at, refund_id) > ($3::timestamptz, $4::text) AND created_at < $5::timestamptz
    ORDER BY created_at, refund_id LIMIT $6`,
  named: `${ofAccount} AND connector_refund_id = ANY ($3::text[])
    UNION ALL ${ofAccount} AND connector_refund_id IS NULL AND operation_id = ANY ($4::text[])`,
  toRecord,
});
