import type { DataOf, FindGsmRule, Outcome, RefundRequest, connectorRefundOutcome } from '@payorch/contracts';
import type {
  AttemptId,
  MerchantConnectorId,
  MerchantId,
  Money,
  OperationId,
  PaymentId,
  ProfileId,
  RefundId,
} from '@payorch/kernel';
import { minorUnits, money } from '@payorch/kernel';
import type { PendingReply } from '@payorch/operations';
import { applyOutcome } from '../src/domain/decide/apply-outcome';
import { requestRefund } from '../src/domain/decide/request-refund';
import type { DecideContext, DecideRules, Decision, Effect } from '../src/domain/decision';
import type { PaymentRefunds } from '../src/domain/payment-refunds';
import { refundIn } from '../src/domain/payment-refunds';
import type { Refund } from '../src/domain/refund';
import { nextVersions } from '../src/messages/versions';

export const merchantId = 'merchant_a' as MerchantId;
export const paymentId = 'pay_1' as PaymentId;
export const profileId = 'pro_1' as ProfileId;
export const refundId = 'ref_1' as RefundId;
export const now = new Date('2026-01-05T10:00:00.000Z');
export const later = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);
export const usd = (amount: bigint): Money => money(amount, 'USD');
export const idOf = (name: string): RefundId => name as RefundId;

export const rules: DecideRules = {
  maxRefundsPerPayment: 10,
  scheduledDelayMs: 60_000,
  outcomeTimeoutMs: 300_000,
  syncAfterMs: [2_000, 5_000, 15_000, 30_000, 60_000, 300_000],
  syncsBeforeIncident: 12,
  canRefund: (_connector, { paymentMethodType }) => paymentMethodType !== 'giropay',
};

export const noRule: FindGsmRule = () => undefined;

export const aPendingReply = (name = 'r1'): PendingReply => ({
  topic: 'gateway.replies.1',
  correlationId: name,
});

let operations = 0;

export const aContext = (changes: Partial<DecideContext> = {}): DecideContext => ({
  now,
  rules,
  pendingReplies: [],
  paymentOf: () => undefined,
  newOperationId: () => `op_${++operations}` as OperationId,
  ...changes,
});

/** An instant refund of a whole charge of 100.00. */
export const aRefundRequest = (changes: Partial<RefundRequest> = {}): RefundRequest => ({
  merchantId,
  paymentId,
  refundId,
  amount: null,
  reason: null,
  refundType: 'instant',
  metadata: null,
  splitRefunds: null,
  profileId,
  attemptId: 'pay_1_1' as AttemptId,
  account: { merchantConnectorId: 'mca_1' as MerchantConnectorId, connector: 'stripe_test' },
  reference: 'ch_1',
  charged: usd(10_000n),
  paymentCreatedAt: now.toISOString(),
  method: { paymentMethod: 'card', paymentMethodType: 'credit', cardNetwork: 'Visa' },
  ...changes,
});

/** A refund request of this amount for a charge of 100.00. */
export const refundRequestOf = (amount: bigint, id = 'ref_1', changes: Partial<RefundRequest> = {}): RefundRequest =>
  aRefundRequest({ amount: minorUnits(amount), refundId: idOf(id), ...changes });

/** The state that is saved after a decision; fails if the decision changes nothing. */
export function after(decision: Decision, before?: PaymentRefunds, at = now): PaymentRefunds {
  if (decision.kind !== 'decided') throw new Error(`not decided: ${JSON.stringify(decision)}`);
  return nextVersions(before, decision.state, at);
}
export const effectsOf = (decision: Decision): readonly Effect[] =>
  decision.kind === 'refused' ? [] : decision.effects;
export const kindsOf = (decision: Decision): string[] =>
  effectsOf(decision)
    .filter((effect) => effect.kind !== 'reply' || effect.pendingReplies.length > 0)
    .map(({ kind }) => kind);

export const one = (refunds: PaymentRefunds, id: RefundId = refundId): Refund => refundIn(refunds, id)!;

type Event = DataOf<typeof connectorRefundOutcome>;

/** The event with a processor's outcome of a refund. */
export const outcomeEvent = (refund: Refund, outcome: Outcome, changes: Partial<Event> = {}): Event => ({
  operationId: refund.operation,
  merchantId,
  profileId,
  paymentId,
  attemptId: refund.attemptId,
  account: refund.account,
  refundId: refund.id,
  source: 'call',
  outcome,
  sentAt: now.toISOString(),
  ...changes,
});

export const receiveOutcome = (
  refunds: PaymentRefunds,
  outcome: Outcome,
  changes: Partial<Event> = {},
  context = aContext({ now: later(1) }),
): Decision => applyOutcome(refunds, outcomeEvent(one(refunds, changes.refundId), outcome, changes), context);

const error = { code: 'closed', message: 'Refused', reason: 'The account is closed' };

/** An outcome of each kind for a refund of 100.00. */
export const outcomes = {
  refunded: { kind: 'refunded', reference: 're_1', money: usd(10_000n) },
  under_review: { kind: 'under_review', reference: 're_1' },
  accepted: { kind: 'accepted', reference: 're_1' },
  declined: { kind: 'declined', reference: 're_1', error, retry: 'never' },
  not_sent: { kind: 'not_sent', error, retry: 'never' },
  mismatched: { kind: 'mismatched', reference: 're_1', money: usd(9_000n) },
  unknown: { kind: 'unknown', reference: null, error },
  absent: { kind: 'absent' },
} as const satisfies Partial<Record<Outcome['kind'], Outcome>>;

const afterReceiving = (outcome: Outcome, refunds = aRefund.pending()): PaymentRefunds =>
  after(receiveOutcome(refunds, outcome), refunds, later(1));

/** A payment with one refund of 100.00 in each state, reached by decisions. */
export const aRefund = {
  scheduled: (): PaymentRefunds =>
    after(requestRefund(undefined, aRefundRequest({ refundType: 'scheduled' }), aContext())),
  pending: (...pendingReplies: PendingReply[]): PaymentRefunds =>
    after(requestRefund(undefined, aRefundRequest(), aContext({ pendingReplies }))),
  manual_review: (): PaymentRefunds => afterReceiving(outcomes.under_review),
  success: (): PaymentRefunds => afterReceiving(outcomes.refunded),
  failure: (): PaymentRefunds => afterReceiving(outcomes.declined),
};
