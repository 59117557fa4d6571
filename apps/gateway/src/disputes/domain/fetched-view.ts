import type { AccountRef, FetchedDisputes } from '@payorch/contracts';

type Fetched = Extract<FetchedDisputes, { readonly kind: 'fetched' }>['disputes'][number];

/** A dispute of the processor in the words of the interface; `payment_id` null: its charge is none of ours. */
export const fetchedView =
  ({ connector, merchantConnectorId }: AccountRef) =>
  (dispute: Fetched): object => ({
    dispute_id: dispute.disputeId,
    payment_id: dispute.paymentId,
    attempt_id: dispute.attemptId,
    amount: String(dispute.money.amount),
    currency: dispute.money.currency,
    dispute_stage: dispute.stage,
    dispute_status: dispute.status,
    connector,
    connector_status: dispute.connectorStatus,
    connector_dispute_id: dispute.reference,
    connector_reason: dispute.reason,
    connector_reason_code: dispute.reasonCode,
    challenge_required_by: dispute.challengeBy,
    connector_created_at: dispute.openedAt,
    connector_updated_at: dispute.updatedAt,
    merchant_connector_id: merchantConnectorId,
  });
