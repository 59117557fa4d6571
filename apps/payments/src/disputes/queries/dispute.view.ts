import type { JsonObject } from '@payorch/contracts';
import { baseAccountOf } from '@payorch/contracts';
import type { Dispute } from '../domain/dispute';

/** The dispute as its payment shows it. */
export const shownInPayment = ({ disputeId, known, createdAt }: Dispute): JsonObject => ({
  dispute_id: disputeId,
  amount: known.money.amount.toString(),
  dispute_stage: known.stage,
  dispute_status: known.status,
  connector_status: known.connectorStatus,
  connector_dispute_id: known.reference,
  connector_reason: known.reason,
  connector_reason_code: known.reasonCode,
  challenge_required_by: known.challengeBy,
  connector_created_at: known.openedAt,
  connector_updated_at: known.updatedAt,
  created_at: createdAt.toISOString(),
});

/** The dispute as the interface shows it: alone, in a list, in a webhook. */
export const disputeJson = (dispute: Dispute): JsonObject => ({
  ...shownInPayment(dispute),
  payment_id: dispute.paymentId,
  attempt_id: dispute.attemptId,
  currency: dispute.known.money.currency,
  connector: dispute.account.connector,
  profile_id: dispute.profileId,
  merchant_connector_id: baseAccountOf(dispute.account.merchantConnectorId),
  is_already_refunded: dispute.isAlreadyRefunded,
});

export const disputeView = (dispute: Dispute): Buffer => Buffer.from(JSON.stringify(disputeJson(dispute)));
