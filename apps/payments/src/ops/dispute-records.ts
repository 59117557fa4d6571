import { baseAccountSql, disputeIdOf, type DisputeStatus, type OwnRecord, type RecordState } from '@payorch/contracts';
import type { Currency, DisputeId, PaymentId } from '@payorch/kernel';
import { minorUnitsFromColumn, minorUnitsToJson } from '@payorch/kernel';
import { oneOf } from '@payorch/platform/postgres';
import { OwnRecords } from '@payorch/platform/resources';
import { openAnswerStates } from '../disputes/domain/answer.machine';

/** A withdrawn dispute gives the money back like a won one; an accepted one and one without an answer in time are lost. */
export const disputesShownAs: Readonly<Record<DisputeStatus, RecordState>> = {
  dispute_opened: 'open',
  dispute_challenged: 'open',
  dispute_won: 'won',
  dispute_cancelled: 'won',
  dispute_lost: 'lost',
  dispute_accepted: 'lost',
  dispute_expired: 'lost',
};

interface Row {
  readonly created_at: Date;
  readonly place: string;
  readonly payment_id: PaymentId;
  readonly connector_dispute_id: string;
  readonly charge_reference: string | null;
  readonly status: DisputeStatus;
  readonly amount: string;
  readonly taken: string;
  readonly currency: Currency;
  readonly is_answering: boolean;
  readonly connected_account: string | null;
}

const ofAccount = `SELECT created_at, dispute_id AS place, payment_id, connector_dispute_id, body ->> 'chargeReference' AS charge_reference,
    status, amount, taken, currency, coalesce(${oneOf('answer', openAnswerStates)}, false) AS is_answering,
    body -> 'known' ->> 'connectedAccount' AS connected_account
  FROM disputes WHERE merchant_id = $1 AND ${baseAccountSql('merchant_connector_id')} = $2`;

function toRecord(row: Row): OwnRecord {
  const amount = minorUnitsToJson(minorUnitsFromColumn(row.amount));
  const state = disputesShownAs[row.status];
  return {
    kind: 'dispute',
    reference: row.connector_dispute_id,
    chargeReference: row.charge_reference,
    ourId: row.place,
    state,
    amount,
    moved: minorUnitsToJson(minorUnitsFromColumn(row.taken)),
    currency: row.currency,
    createdAt: new Date(row.created_at).toISOString(),
    objectId: row.place as DisputeId,
    paymentId: row.payment_id,
    connectedAccount: row.connected_account ?? undefined,
    isWaiting: row.is_answering,
    internalState: row.status,
  };
}

/** Disputes as their processors list them. The id of a dispute is made of the processor's, so no index of that is needed. */
export const disputeRecords = new OwnRecords<Row>({
  period: `${ofAccount} AND (created_at, dispute_id) > ($3::timestamptz, $4::text) AND created_at < $5::timestamptz
    ORDER BY created_at, dispute_id LIMIT $6`,
  named: `${ofAccount} AND dispute_id = ANY ($3::text[] || $4::text[])`,
  namesOf: ({ merchantId, merchantConnectorId }, references) =>
    references.map((reference) => disputeIdOf(merchantId, merchantConnectorId, reference)),
  toRecord,
});
