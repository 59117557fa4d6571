import { processorDispute, takenOf } from '@payorch/contracts';
import type { AttemptId, DisputeId, MerchantConnectorId, MerchantId, PaymentId, ProfileId } from '@payorch/kernel';
import { minorUnitsToJson } from '@payorch/kernel';
import type { StoredRow, WrittenRow } from '@payorch/platform/postgres';
import { z } from 'zod';
import type { Dispute } from '../domain/dispute';
import { shownInPayment } from '../queries/dispute.view';
import type { DisputeRow } from './dispute.rows';

interface Body extends Pick<
  Dispute,
  'chargeReference' | 'evidence' | 'answer' | 'readers' | 'readAt' | 'incidents' | 'isAlreadyRefunded'
> {
  readonly known: z.input<typeof processorDispute>;
}

const bodyOf = (dispute: Dispute): Body => ({
  chargeReference: dispute.chargeReference,
  known: z.encode(processorDispute, dispute.known),
  evidence: dispute.evidence,
  answer: dispute.answer,
  readers: dispute.readers,
  readAt: dispute.readAt,
  incidents: dispute.incidents,
  isAlreadyRefunded: dispute.isAlreadyRefunded,
});

/** Columns are for searches and constraints; the body has the fields that are only read with the dispute. */
export const disputeToRow = (dispute: Dispute): WrittenRow<DisputeRow> => ({
  merchant_id: dispute.merchantId,
  dispute_id: dispute.disputeId,
  version: dispute.version,
  partition: dispute.partition,
  profile_id: dispute.profileId,
  payment_id: dispute.paymentId,
  attempt_id: dispute.attemptId,
  connector: dispute.account.connector,
  merchant_connector_id: dispute.account.merchantConnectorId,
  connector_dispute_id: dispute.known.reference,
  stage: dispute.known.stage,
  status: dispute.known.status,
  amount: minorUnitsToJson(dispute.known.money.amount),
  currency: dispute.known.money.currency,
  taken: minorUnitsToJson(takenOf(dispute.known).amount),
  reason: dispute.known.reason,
  answer: dispute.answer?.state ?? null,
  created_at: dispute.createdAt,
  modified_at: dispute.modifiedAt,
  shown: shownInPayment(dispute),
  body: bodyOf(dispute),
});

export function disputeFromRow(row: StoredRow<DisputeRow>): Dispute {
  const { known, ...body } = row.body as Body;
  return {
    ...body,
    known: z.decode(processorDispute, known),
    merchantId: row.merchant_id as MerchantId,
    disputeId: row.dispute_id as DisputeId,
    version: row.version,
    partition: row.partition,
    profileId: row.profile_id as ProfileId,
    paymentId: row.payment_id as PaymentId,
    attemptId: row.attempt_id as AttemptId,
    account: { connector: row.connector, merchantConnectorId: row.merchant_connector_id as MerchantConnectorId },
    createdAt: new Date(row.created_at),
    modifiedAt: new Date(row.modified_at),
  };
}
