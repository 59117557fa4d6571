import type { DisputeId, MerchantConnectorId, MerchantId, Money } from '@payorch/kernel';
import { keyOf, lettersOf, minorUnits } from '@payorch/kernel';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { baseAccountOf } from './account';
import { fileId } from './ids';
import { timestamp } from './json';
import { keyOfKind } from './keys';
import { moneyWire } from './money';

export const disputeStages = ['pre_dispute', 'dispute', 'pre_arbitration', 'arbitration', 'dispute_reversal'] as const;
export const disputeStage = z.enum(disputeStages);
export type DisputeStage = z.infer<typeof disputeStage>;

export const disputeStatuses = [
  'dispute_opened',
  'dispute_expired',
  'dispute_accepted',
  'dispute_cancelled',
  'dispute_challenged',
  'dispute_won',
  'dispute_lost',
] as const;
export const disputeStatus = z.enum(disputeStatuses);
export type DisputeStatus = z.infer<typeof disputeStatus>;

/** The kinds of evidence that are files. */
export const evidenceTypes = [
  'cancellation_policy',
  'customer_communication',
  'customer_signature',
  'receipt',
  'refund_policy',
  'service_documentation',
  'shipping_documentation',
  'invoice_showing_distinct_transactions',
  'recurring_transaction_agreement',
  'uncategorized_file',
] as const;
export const evidenceType = z.enum(evidenceTypes);
export type EvidenceType = z.infer<typeof evidenceType>;

/**
 * A stored file as evidence, with what finds and opens it (`FileReference`). The content key alone opens the bytes: messages carry it
 * sealed, and no row has it.
 */
export const evidenceFile = z.object({
  evidenceType,
  fileId,
  storageKey: z.string(),
  contentKey: z.string(),
  name: z.string().nullable(),
  /** By its content: `application/pdf`. */
  contentType: z.string(),
});
export type SealedEvidenceFile = z.infer<typeof evidenceFile>;

/** A dispute as its processor has it. */
export const processorDispute = z.object({
  /** The processor's id of the dispute. */
  reference: z.string().min(1),
  stage: disputeStage,
  status: disputeStatus,
  /** The disputed sum. */
  money: moneyWire,
  /** Whether the processor would still refund the disputed charge: an inquiry takes no money yet. */
  refundable: z.boolean(),
  /** The processor's own word. */
  connectorStatus: z.string(),
  reason: z.string().nullable(),
  reasonCode: z.string().nullable(),
  /** Until when the merchant may answer. */
  challengeBy: timestamp.nullable(),
  openedAt: timestamp.nullable(),
  /** The connected account of a direct charge, where the processor names it: every call about the dispute names it too. */
  connectedAccount: z.string().optional(),
  /** When the processor last changed it; of a notice, when the processor sent it. */
  updatedAt: timestamp.nullable(),
});
export type ProcessorDispute = z.infer<typeof processorDispute>;

const returned: readonly DisputeStatus[] = ['dispute_won', 'dispute_cancelled'];
const undecided: readonly DisputeStatus[] = ['dispute_opened', 'dispute_challenged'];

/**
 * What a dispute takes of the charge, or may take. An inquiry takes nothing. An undecided dispute takes its sum, unless the processor
 * would still refund the charge; a won or withdrawn one gives it back.
 */
export function takenOf({ stage, status, money, refundable }: ProcessorDispute): Money {
  const takesNothing =
    stage === 'pre_dispute' || returned.includes(status) || (refundable && undecided.includes(status));
  return takesNothing ? { ...money, amount: minorUnits(0n) } : money;
}

/** The same for every notice of one dispute: so duplicates meet in one row. */
export function disputeIdOf(merchantId: MerchantId, account: MerchantConnectorId, reference: string): DisputeId {
  const named = JSON.stringify([merchantId, baseAccountOf(account), reference]);
  const digest = createHash('sha256').update(named).digest('hex');
  return `dp_${lettersOf(BigInt(`0x${digest}`), 20)}` as DisputeId;
}

export const disputeKey = (m: { readonly merchantId: MerchantId; readonly disputeId: DisputeId }): string =>
  keyOfKind('disputes', m.merchantId, m.disputeId);

/** The key of events that share the order of their payment. */
export const keyOfPayment = (m: { readonly merchantId: MerchantId; readonly paymentId: string }): string =>
  keyOf(m.merchantId, m.paymentId);
