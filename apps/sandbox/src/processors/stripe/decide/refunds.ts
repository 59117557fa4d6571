import { effectOf, newObject } from '../../../kit/objects/decision';
import type { Read, Refusal } from '../errors';
import { invalidRequest, missingParam, noSuch } from '../errors';
import type { Charge, Refund } from '../objects/records';
import type { CreateRefund } from '../params/other-params';
import { amountText } from '../params/parts';
import type { DecisionContext, StripeDecision } from './decision';
import { changedMetadata, decided, reading, refused, stored, unchanged, updated } from './decision';
import { isChargeRefundable } from './disputes';
import { reversalOf, reversalProblem } from './split';

function chargeToRefund(input: CreateRefund, { objects, account }: DecisionContext): Read<Charge> {
  const { payment_intent: intentId, charge: chargeId } = input;
  const refundable = (charge: Charge | undefined, message: string, rest = {}): Read<Charge> =>
    charge?.captured && charge.status === 'succeeded' ? { value: charge } : { refusal: invalidRequest(message, rest) };
  if (intentId !== undefined) {
    const intent = objects.find('payment_intent', account, intentId);
    if (!intent) return { refusal: noSuch('payment_intent', intentId, 'payment_intent') };
    const charge = intent.latest_charge === null ? undefined : objects.get('charge', intent.latest_charge);
    return refundable(charge, `This PaymentIntent (${intentId}) does not have a successful charge to refund.`);
  }
  if (chargeId === undefined) return { refusal: missingParam('charge') };
  const charge = objects.find('charge', account, chargeId);
  if (!charge) return { refusal: noSuch('charge', chargeId, 'charge') };
  return refundable(charge, `Charge ${chargeId} is not captured and cannot be refunded.`, { param: 'charge' });
}

function disputeProblem({ id }: Charge, { objects }: DecisionContext): Refusal | undefined {
  if (objects.disputesOf(id).every(isChargeRefundable)) return undefined;
  return invalidRequest(`Charge ${id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' });
}

function amountProblem(charge: Charge, amount: number): Refusal | undefined {
  const { amount_captured: captured, amount_refunded: refunded, currency } = charge;
  const left = captured - refunded;
  if (left === 0) {
    return invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  if (amount <= left) return undefined;
  const noun = refunded === 0 ? 'charge amount' : 'unrefunded amount on charge';
  return invalidRequest(
    `Refund amount (${amountText(amount, currency)}) is greater than ${noun} (${amountText(left, currency)})`,
    { param: 'amount' },
  );
}

const failure = 'expired_or_canceled_card';

/** How this refund settles: cards at once, everything else later, except two test cards. */
function settlementOf(charge: Charge, context: DecisionContext): Pick<Refund, 'status' | 'pending' | 'methodType'> {
  const { type: methodType, card } = context.objects.get('payment_method', charge.payment_method);
  const { settlesLater } = context.variation;
  const { ms = context.settleAfterMs, status = 'succeeded' } = settlesLater ?? {};
  const atMs = context.moment.nowMs + ms;
  const behaviour = card?.trait?.refund;
  const isPending = settlesLater || methodType !== 'card' || behaviour === 'pending';
  const fails = status === 'failed' || (!settlesLater && behaviour === 'fails_later');
  if (!isPending && !fails) return { status: 'succeeded', methodType, pending: null };
  const pending = { atMs, status: fails ? 'failed' : status, failure: fails ? failure : null } as const;
  return { status: isPending ? 'pending' : 'succeeded', methodType, pending };
}

const updates = (refund: Refund) => ({ 'refund.updated': refund, 'charge.refund.updated': refund });

/** Refunds in parts until nothing is left. */
export function createRefund(input: CreateRefund, context: DecisionContext): StripeDecision {
  return reading(chargeToRefund(input, context), (charge) => refundOf(charge, input, context));
}

function refundOf(charge: Charge, input: CreateRefund, context: DecisionContext): StripeDecision {
  const { amount = charge.amount_captured - charge.amount_refunded } = input;
  const problem = disputeProblem(charge, context) ?? amountProblem(charge, amount) ?? reversalProblem(input, charge);
  if (problem) return refused(problem);
  const refund: Refund = {
    ...newObject('refund', 're', context),
    amount,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    reason: input.reason ?? null,
    metadata: changedMetadata({}, input.metadata),
    failureReason: null,
    reference: context.reference,
    delivery: context.delivery,
    ...settlementOf(charge, context),
    ...reversalOf(input, amount, charge, context.objects.refundsOf(charge.id)),
  };
  const reduced: Charge = { ...charge, amount_refunded: charge.amount_refunded + amount };
  const events = { 'refund.created': refund, 'charge.refunded': reduced };
  const effect = refund.status === 'succeeded' ? effectOf('refund', refund, refund) : undefined;
  return decided(refund, events, { also: [reduced], effect });
}

/** Settles a pending refund; a failed refund returns its amount to the charge. */
export function settleRefund(refund: Refund, context: DecisionContext): StripeDecision {
  const { pending } = refund;
  if (!pending) return unchanged;
  if (pending.status === 'succeeded') {
    const done: Refund = { ...refund, status: 'succeeded', pending: null };
    return decided(done, updates(done), { effect: effectOf('refund', done, done) });
  }
  const failed: Refund = { ...refund, status: 'failed', pending: null, failureReason: pending.failure };
  const charge = context.objects.get('charge', refund.charge);
  const restored: Charge = { ...charge, amount_refunded: charge.amount_refunded - refund.amount };
  const effect = refund.status === 'succeeded' ? effectOf('refund_return', refund, refund) : undefined;
  return decided(failed, { 'refund.failed': failed, ...updates(failed) }, { also: [restored], effect });
}

export const updateRefund = (refund: Refund, input: Pick<CreateRefund, 'metadata'>): StripeDecision =>
  stored(updated(refund, input), 'refund.updated', 'charge.refund.updated');

/** Only a refund with the status `requires_action` can be canceled; the sandbox creates none. */
export const cancelRefund = ({ status }: Refund): StripeDecision =>
  refused(
    invalidRequest(
      `You cannot cancel this Refund because it has a status of ${status}. Only a Refund with the status requires_action may be canceled.`,
    ),
  );
