import { effectOf, newObject, secondsOf } from '../../../kit/objects/decision';
import type { DisputeTrait } from '../cards/test-cards';
import { invalidRequest, noSuch } from '../errors';
import type { Charge, Dispute, DisputeStatus, StripeRecord, UploadedFile } from '../objects/records';
import { fileFields, type UpdateDispute, type UploadFile } from '../params/dispute-params';
import type { DecisionContext, Events, StripeDecision } from './decision';
import { changedMetadata, decided, refused, stored, unchanged } from './decision';

const answerSeconds = 9 * 86_400;

/** A refund is possible during an inquiry, and after a dispute was won. */
export const isChargeRefundable = ({ status }: Pick<Dispute, 'status'>): boolean =>
  status === 'won' || status === 'prevented' || status.startsWith('warning');

const openStatuses: readonly DisputeStatus[] = ['warning_needs_response', 'needs_response'];
const reviewStatuses: readonly DisputeStatus[] = ['warning_under_review', 'under_review'];
const isInquiry = ({ status }: Dispute): boolean => status.startsWith('warning');

export const isUndecided = ({ status }: Dispute): boolean => [...openStatuses, ...reviewStatuses].includes(status);

export interface NewDispute extends DisputeTrait {
  readonly amount?: number | undefined;
}

/** A dispute of a charge, before it is opened. */
export function newDispute(
  charge: Charge,
  { amount = charge.amount_captured, reason, networkReason, isInquiry: asInquiry = false }: NewDispute,
  context: DecisionContext,
): Dispute {
  const made = newObject('dispute', asInquiry ? 'du' : 'dp', context);
  return {
    ...made,
    amount,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    reason,
    networkReason,
    status: asInquiry ? 'warning_needs_response' : 'needs_response',
    metadata: {},
    given: {},
    submissions: 0,
    dueBy: secondsOf(context.moment.nowMs) + answerSeconds,
    withdrawn: false,
    deleted: false,
    pending: null,
    reference: made.id,
    delivery: context.delivery,
  };
}

/** The dispute that a test card causes: it opens by itself, after the charge. */
export function disputesOfCard(charge: Charge, trait: DisputeTrait | undefined, context: DecisionContext): Dispute[] {
  if (!trait || !charge.captured) return [];
  const pending = { atMs: context.moment.nowMs, status: 'succeeded', failure: null } as const;
  return [{ ...newDispute(charge, trait, context), deleted: true, pending }];
}

/** A dispute takes its sum at once, an inquiry nothing. */
function withdrawing(dispute: Dispute, events: (taken: Dispute) => Events): StripeDecision {
  if (isInquiry(dispute) || dispute.withdrawn) return decided(dispute, events(dispute));
  const taken: Dispute = { ...dispute, withdrawn: true };
  return decided(
    taken,
    { ...events(taken), 'charge.dispute.funds_withdrawn': taken },
    { effect: effectOf('dispute', taken, taken) },
  );
}

export const openDispute = (dispute: Dispute): StripeDecision =>
  withdrawing({ ...dispute, deleted: false, pending: null }, (opened) => ({ 'charge.dispute.created': opened }));

export type DisputeEnd = 'won' | 'lost' | 'prevented';

/** Ends a dispute. One that was won returns its sum; an inquiry is only closed. */
export function endDispute(dispute: Dispute, end: DisputeEnd): StripeDecision {
  const status = isInquiry(dispute) && end !== 'prevented' ? 'warning_closed' : end;
  const isReturned = dispute.withdrawn && status !== 'lost';
  const ended: Dispute = { ...dispute, status, pending: null, withdrawn: dispute.withdrawn && !isReturned };
  const closed = { 'charge.dispute.closed': ended };
  if (!isReturned) return decided(ended, closed);
  const effect = effectOf('dispute_return', { reference: `${dispute.reference}:return` }, ended);
  return decided(ended, { ...closed, 'charge.dispute.funds_reinstated': ended }, { effect });
}

/** An inquiry becomes a dispute under the same id. */
export const escalateInquiry = (dispute: Dispute): StripeDecision =>
  withdrawing({ ...dispute, status: 'needs_response', pending: null, submissions: 0 }, (escalated) => ({
    'charge.dispute.updated': escalated,
  }));

/** What the text of test evidence decides (docs.stripe.com/testing#evidence); other evidence stays in review. */
const decidedBy: Readonly<Record<string, 'succeeded' | 'failed'>> = {
  winning_evidence: 'succeeded',
  losing_evidence: 'failed',
};
const escalatedBy = 'escalate_inquiry_evidence';

const isClosed = invalidRequest('This dispute is already closed');

export function updateDispute(dispute: Dispute, input: UpdateDispute, context: DecisionContext): StripeDecision {
  if (!isUndecided(dispute)) return refused(isClosed);
  const { evidence = {}, submit = false } = input;
  const given = Object.fromEntries(
    Object.entries({ ...dispute.given, ...evidence }).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  const unknown = Object.entries(given).find(
    ([name, value]) => fileFields.has(name) && !context.objects.find('file', context.account, value),
  );
  if (unknown) return refused(noSuch('file upload', unknown[1], `evidence[${unknown[0]}]`));
  const metadata = changedMetadata(dispute.metadata, input.metadata);
  const updated: Dispute = { ...dispute, given, metadata, delivery: context.delivery ?? dispute.delivery };
  if (!submit) return stored(updated, 'charge.dispute.updated');
  if (reviewStatuses.includes(dispute.status))
    return refused(invalidRequest('The evidence of this dispute is already submitted.'));
  const text = given['uncategorized_text'] ?? '';
  if (text === escalatedBy && isInquiry(dispute)) return escalateInquiry(updated);
  const status = Object.hasOwn(decidedBy, text) ? decidedBy[text] : undefined;
  const submitted: Dispute = {
    ...updated,
    status: isInquiry(dispute) ? 'warning_under_review' : 'under_review',
    submissions: dispute.submissions + 1,
    pending: status ? { atMs: context.moment.nowMs + context.settleAfterMs, status, failure: null } : null,
  };
  return stored(submitted, 'charge.dispute.updated');
}

/** The merchant accepts: the dispute is lost. */
export const closeDispute = (dispute: Dispute, context: DecisionContext): StripeDecision =>
  isUndecided(dispute)
    ? endDispute({ ...dispute, delivery: context.delivery ?? dispute.delivery }, 'lost')
    : refused(isClosed);

/** Opens the dispute of a test card, or decides on the evidence. */
export function settleDispute(dispute: Dispute): StripeDecision {
  const { pending, deleted } = dispute;
  if (!pending) return unchanged;
  if (deleted) return openDispute(dispute);
  return endDispute(dispute, pending.status === 'succeeded' ? 'won' : 'lost');
}

export const uploadFile = ({ purpose, file }: UploadFile, context: DecisionContext): StripeDecision => {
  const uploaded: UploadedFile = { ...newObject('file', 'file', context), purpose, ...file };
  return stored(uploaded as StripeRecord);
};
