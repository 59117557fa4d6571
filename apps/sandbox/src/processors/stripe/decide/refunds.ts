import type { Refusal } from '../errors';
import { invalidRequest, missingParam, noSuch } from '../errors';
import type { Charge, Refund } from '../objects/records';
import { amountText } from '../params/amounts';
import type { CreateRefund } from '../params/other-params';
import type { Read } from '../params/read-params';
import type { DecisionContext, EventDraft, StripeDecision } from './decision';
import { changedMetadata, refused, secondsOf } from './decision';
import { reversalOf, reversalProblem } from './split';

function chargeToRefund(input: CreateRefund, { objects, account }: DecisionContext): Read<Charge> {
  const { payment_intent: intentId, charge: chargeId } = input;
  if (intentId !== undefined) {
    const intent = objects.find('payment_intent', account, intentId);
    if (!intent) return { refusal: noSuch('payment_intent', intentId, 'payment_intent') };
    const charge = intent.latestCharge === null ? undefined : objects.get('charge', intent.latestCharge);
    if (charge?.captured && charge.status === 'succeeded') return { value: charge };
    return { refusal: invalidRequest(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`) };
  }
  if (chargeId === undefined) return { refusal: missingParam('charge') };
  const charge = objects.find('charge', account, chargeId);
  if (!charge) return { refusal: noSuch('charge', chargeId, 'charge') };
  if (charge.captured && charge.status === 'succeeded') return { value: charge };
  return { refusal: invalidRequest(`Charge ${chargeId} is not captured and cannot be refunded.`, { param: 'charge' }) };
}

function amountProblem(charge: Charge, amount: number): Refusal | undefined {
  const { amountCaptured, amountRefunded, currency } = charge;
  const left = amountCaptured - amountRefunded;
  if (left === 0) {
    return invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  if (amount <= left) return undefined;
  const [noun, max] = amountRefunded === 0 ? ['charge amount', amountCaptured] : ['unrefunded amount on charge', left];
  return invalidRequest(
    `Refund amount (${amountText(amount, currency)}) is greater than ${noun} (${amountText(Number(max), currency)})`,
    { param: 'amount' },
  );
}

/** How this refund settles: cards at once, everything else later, except two test cards. */
function settlementOf(charge: Charge, context: DecisionContext): Pick<Refund, 'status' | 'pending' | 'methodType'> {
  const { type, card } = context.objects.get('payment_method', charge.paymentMethod);
  const atMs = context.moment.nowMs + context.settleAfterMs;
  const { settlesLater } = context.variation;
  if (settlesLater) {
    const failure = settlesLater.status === 'failed' ? 'expired_or_canceled_card' : null;
    const pending = { atMs: context.moment.nowMs + settlesLater.ms, status: settlesLater.status, failure };
    return { status: 'pending', methodType: type, pending };
  }
  if (card?.trait?.refund === 'fails_later') {
    return {
      status: 'succeeded',
      methodType: type,
      pending: { atMs, status: 'failed', failure: 'expired_or_canceled_card' },
    };
  }
  if (type === 'card' && card?.trait?.refund !== 'pending')
    return { status: 'succeeded', methodType: type, pending: null };
  return { status: 'pending', methodType: type, pending: { atMs, status: 'succeeded', failure: null } };
}

const effectOf = ({ reference, amount, currency }: Refund) =>
  ({ kind: 'refund', reference, amount, currency }) as const;

/** Refunds in parts until nothing is left. */
export function createRefund(input: CreateRefund, context: DecisionContext): StripeDecision {
  const read = chargeToRefund(input, context);
  if ('refusal' in read) return refused(read.refusal);
  const charge = read.value;
  const amount = input.amount ?? charge.amountCaptured - charge.amountRefunded;
  const problem = amountProblem(charge, amount) ?? reversalProblem(input, charge);
  if (problem) return refused(problem);
  const refund: Refund = {
    object: 'refund',
    id: context.moment.newId('re'),
    account: context.account,
    created: secondsOf(context.moment.nowMs),
    amount,
    currency: charge.currency,
    charge: charge.id,
    intent: charge.intent,
    reason: input.reason ?? null,
    metadata: changedMetadata({}, input.metadata),
    failureReason: null,
    reference: context.reference,
    delivery: context.delivery,
    ...settlementOf(charge, context),
    ...reversalOf(input, amount, charge, context.objects.refundsOf(charge.id)),
  };
  const reduced: Charge = { ...charge, amountRefunded: charge.amountRefunded + amount };
  return {
    shown: refund,
    changed: [reduced, refund],
    ...(refund.status === 'succeeded' ? { effect: effectOf(refund) } : {}),
    events: [
      { type: 'refund.created', record: refund },
      { type: 'charge.refunded', record: reduced },
    ],
  };
}

/** Settles a pending refund; a failed refund returns its amount to the charge. */
export function settleRefund(refund: Refund, context: DecisionContext): StripeDecision {
  const { pending } = refund;
  if (!pending) return { changed: [], events: [] };
  const updates = (record: Refund): EventDraft[] => [
    { type: 'refund.updated', record },
    { type: 'charge.refund.updated', record },
  ];
  if (pending.status === 'succeeded') {
    const done: Refund = { ...refund, status: 'succeeded', pending: null };
    return { shown: done, changed: [done], effect: effectOf(done), events: updates(done) };
  }
  const failed: Refund = { ...refund, status: 'failed', pending: null, failureReason: pending.failure };
  const charge = context.objects.get('charge', refund.charge);
  const restored: Charge = { ...charge, amountRefunded: charge.amountRefunded - refund.amount };
  const { reference, amount, currency } = refund;
  return {
    shown: failed,
    changed: [restored, failed],
    ...(refund.status === 'succeeded' ? { effect: { kind: 'refund_return', reference, amount, currency } } : {}),
    events: [{ type: 'refund.failed', record: failed }, ...updates(failed)],
  };
}

export const updateRefund = (refund: Refund, metadata: CreateRefund['metadata']): StripeDecision => {
  const updated: Refund = { ...refund, metadata: changedMetadata(refund.metadata, metadata) };
  return {
    shown: updated,
    changed: [updated],
    events: [
      { type: 'refund.updated', record: updated },
      { type: 'charge.refund.updated', record: updated },
    ],
  };
};

/** Only a refund with the status `requires_action` can be canceled; the sandbox creates none. */
export const cancelRefund = (refund: Refund): StripeDecision =>
  refused(
    invalidRequest(
      `You cannot cancel this Refund because it has a status of ${refund.status}. Only a Refund with the status requires_action may be canceled.`,
    ),
  );
