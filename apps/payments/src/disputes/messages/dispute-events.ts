import type { DisputeEvent, Outgoing, WebhookEventType } from '@payorch/contracts';
import {
  baseAccountOf,
  disputeAccepted,
  disputeCancelled,
  disputeChallenged,
  disputeExpired,
  disputeLost,
  disputeOpened,
  disputeUpdated,
  disputeWon,
  hasWebhookEndpoint,
  outgoing,
  refundsNoteDispute,
  takenOf,
  webhookRequested,
} from '@payorch/contracts';
import type { Money } from '@payorch/kernel';
import { newEventId } from '@payorch/kernel';
import type { Dispute } from '../domain/dispute';
import { disputeJson } from '../queries/dispute.view';

const events = {
  dispute_opened: disputeOpened,
  dispute_expired: disputeExpired,
  dispute_accepted: disputeAccepted,
  dispute_cancelled: disputeCancelled,
  dispute_challenged: disputeChallenged,
  dispute_won: disputeWon,
  dispute_lost: disputeLost,
} as const;

export interface DisputeMessageParts {
  readonly profile: Parameters<typeof hasWebhookEndpoint>[0];
  /** What was captured of the payment. */
  readonly charged: Money;
}

/**
 * The messages of a new version: its lifecycle event; where stage or status changed, the merchant's webhook; where the taken sum
 * changed, the note to refunds, which then refunds no more than the rest.
 */
export function disputeMessages(
  before: Dispute | undefined,
  after: Dispute,
  { profile, charged }: DisputeMessageParts,
): Outgoing[] {
  const { stage, status } = after.known;
  const isMoved = before?.known.stage !== stage || before.known.status !== status;
  const taken = takenOf(after.known);
  const takenBefore = before ? takenOf(before.known).amount : 0n;
  return [
    ...(taken.amount === takenBefore ? [] : [outgoing(refundsNoteDispute, { ...noteOf(after), charged })]),
    outgoing(isMoved ? events[status] : disputeUpdated, snapshotOf(after)),
    ...(isMoved && hasWebhookEndpoint(profile) ? [outgoing(webhookRequested, webhookOf(after, status))] : []),
  ];
}

const noteOf = ({ merchantId, disputeId, paymentId, version, known }: Dispute) => ({
  merchantId,
  disputeId,
  paymentId,
  version,
  taken: takenOf(known),
});

const webhookOf = (dispute: Dispute, eventType: WebhookEventType) => ({
  merchantId: dispute.merchantId,
  profileId: dispute.profileId,
  eventId: newEventId(dispute.modifiedAt),
  eventType,
  eventClass: 'disputes' as const,
  objectId: dispute.disputeId,
  objectType: 'dispute_details' as const,
  sequence: dispute.version,
  status: dispute.known.status,
  occurredAt: dispute.modifiedAt.toISOString(),
  object: disputeJson(dispute),
});

/** No text of the processor: it may quote the customer. */
const snapshotOf = ({ known, ...dispute }: Dispute): DisputeEvent => ({
  merchantId: dispute.merchantId,
  profileId: dispute.profileId,
  disputeId: dispute.disputeId,
  paymentId: dispute.paymentId,
  version: dispute.version,
  occurredAt: dispute.modifiedAt.toISOString(),
  createdAt: dispute.createdAt.toISOString(),
  stage: known.stage,
  status: known.status,
  money: known.money,
  taken: takenOf(known),
  connector: dispute.account.connector,
  merchantConnectorId: baseAccountOf(dispute.account.merchantConnectorId),
  connectorDisputeId: known.reference,
  code: known.reasonCode,
  challengeRequiredBy: known.challengeBy,
});
