import type { Refusal } from '../../../kit/calls/refusal';
import type { Effect } from '../../../kit/ledger/effect';
import type { WebhookOptions } from '../payment';

export const disputeStages = ['pre_dispute', 'dispute', 'pre_arbitration', 'arbitration', 'dispute_reversal'] as const;
export const disputeStatuses = [
  'dispute_opened',
  'dispute_expired',
  'dispute_accepted',
  'dispute_cancelled',
  'dispute_challenged',
  'dispute_won',
  'dispute_lost',
] as const;

/** What the merchant answered, under the reference of the call. */
export interface DisputeAnswer {
  readonly kind: 'accept' | 'evidence';
  readonly reference: string;
}

/** Evidence as the call named it; of a file only its name, type and size are stored. */
export type Evidence = Readonly<Record<string, string>>;

export interface Dispute {
  readonly id: string;
  readonly connector: string;
  readonly account: string;
  readonly paymentId: string;
  /** The reference of the payment; null: notices do not name it. */
  readonly reference: string | null;
  readonly stage: (typeof disputeStages)[number];
  readonly status: (typeof disputeStatuses)[number];
  readonly amount: number;
  readonly currency: string;
  /** Refunds of the payment are still possible. */
  readonly refundable: boolean;
  readonly reason: string | null;
  readonly reasonCode: string | null;
  readonly challengeBy: string | null;
  readonly openedAt: string;
  readonly updatedAt: string;
  readonly answers: readonly DisputeAnswer[];
  readonly evidence: Evidence;
  /** It has taken its sum from the merchant. */
  readonly withdrawn: boolean;
  readonly webhooks: WebhookOptions | null;
}

/** The result of one call. */
export interface DisputeDecision {
  readonly dispute?: Dispute;
  readonly refusal?: Refusal;
  readonly effect?: Effect | undefined;
}

export const disputeView = (dispute: Dispute) => ({
  id: dispute.id,
  payment_id: dispute.paymentId,
  reference: dispute.reference,
  stage: dispute.stage,
  status: dispute.status,
  amount: dispute.amount,
  currency: dispute.currency,
  refundable: dispute.refundable,
  reason: dispute.reason,
  reason_code: dispute.reasonCode,
  challenge_by: dispute.challengeBy,
  opened: dispute.openedAt,
  updated: dispute.updatedAt,
  answers: dispute.answers,
  evidence: dispute.evidence,
});
