import { effectOf, pick, secondsOf } from '../../../kit/objects/decision';
import type { Refusal } from '../errors';
import { invalidRequest, unexpectedState } from '../errors';
import type { Charge, Intent } from '../objects/records';
import type { CaptureIntent, IncrementIntent } from '../params/intent-params';
import { amountText } from '../params/parts';
import { maximumCapturable } from './charges';
import type { DecisionContext, StripeDecision } from './decision';
import { disputesOfCard } from './disputes';
import { changedMetadata, decided, refused, stored } from './decision';
import type { CancelReason } from './intents';
import { openStatuses, statusProblem } from './intents';

const chargeIn = ({ latest_charge: id }: Intent, { objects }: DecisionContext): Charge | undefined =>
  id === null ? undefined : objects.get('charge', id);

const capturable = 'requires_capture';
const cancelable =
  'requires_payment_method, requires_capture, requires_reauthorization, requires_confirmation, requires_action, processing';

function captureProblem(intent: Intent, charge: Charge | undefined, amount: number): Refusal | undefined {
  const { id, status, amount_capturable: open, currency } = intent;
  if (status === 'succeeded') {
    return unexpectedState('This PaymentIntent could not be captured because it has already been captured.', id);
  }
  if (status !== 'requires_capture') {
    return statusProblem(intent, 'This PaymentIntent could not be captured', 'captured', capturable);
  }
  const maximum = charge && intent.amount_received === 0 ? maximumCapturable(charge) : open;
  if (amount <= Math.max(open, maximum)) return undefined;
  return invalidRequest(
    `Requested capture amount (${amountText(amount, currency)}) is greater than the amount you can capture for this charge (${amountText(open, currency)}).`,
    { code: 'amount_too_large', param: 'amount_to_capture' },
  );
}

/** Captures the authorized amount or a part of it; the rest is released unless more captures are to follow. */
export function captureIntent(intent: Intent, input: CaptureIntent, context: DecisionContext): StripeDecision {
  const { amount_to_capture: amount = intent.amount_capturable, final_capture: isFinal = true } = input;
  const charge = chargeIn(intent, context);
  const problem = captureProblem(intent, charge, amount);
  if (problem || !charge) return refused(problem!);
  const last = isFinal || amount >= intent.amount_capturable;
  if (!isFinal && !charge.multicapture) {
    const message = `The PaymentIntent ${intent.id} does not support multicapture: \`final_capture\` cannot be false.`;
    return refused(invalidRequest(message, { param: 'final_capture' }));
  }
  const captured: Intent = {
    ...intent,
    status: last ? 'succeeded' : 'requires_capture',
    amount_received: intent.amount_received + amount,
    amount_capturable: last ? 0 : intent.amount_capturable - amount,
    metadata: changedMetadata(intent.metadata, input.metadata),
    ...pick(input, 'statement_descriptor', 'statement_descriptor_suffix'),
    delivery: context.delivery ?? intent.delivery,
  };
  const capturedCharge: Charge = {
    ...charge,
    captured: true,
    amount_captured: captured.amount_received,
    captureBefore: last ? null : charge.captureBefore,
  };
  const event = last ? 'payment_intent.succeeded' : 'payment_intent.amount_capturable_updated';
  const events = { 'charge.captured': capturedCharge, [event]: captured };
  const method = context.objects.get('payment_method', charge.payment_method);
  const also = last ? disputesOfCard(capturedCharge, method.card?.trait?.dispute, context) : [];
  return decided(captured, events, { also, effect: effectOf('capture', context, { ...intent, amount }) });
}

/** Voids an authorization, or cancels an unpaid intent. */
export function cancelIntent(intent: Intent, reason: CancelReason, context: DecisionContext): StripeDecision {
  const { cancellation_reason = null } = reason;
  const isAuthorized = intent.status === 'requires_capture';
  if (!isAuthorized && !openStatuses.includes(intent.status)) {
    return refused(statusProblem(intent, 'You cannot cancel this PaymentIntent', 'canceled', cancelable));
  }
  const canceled: Intent = {
    ...intent,
    status: 'canceled',
    amount_capturable: 0,
    canceled_at: secondsOf(context.moment.nowMs),
    cancellation_reason,
    nextAction: null,
    pending: null,
    delivery: context.delivery ?? intent.delivery,
  };
  if (!isAuthorized) return stored(canceled, 'payment_intent.canceled');
  const charge: Charge = {
    ...context.objects.get('charge', intent.latest_charge!),
    captureBefore: null,
    amount_refunded: intent.amount_received === 0 ? intent.amount : 0,
  };
  const event = cancellation_reason === 'automatic' ? 'charge.expired' : 'charge.refunded';
  const events = { [event]: charge, 'payment_intent.canceled': canceled };
  const released = { ...intent, amount: intent.amount_capturable };
  return decided(canceled, events, { effect: effectOf('void', context, released) });
}

function incrementProblem(intent: Intent, charge: Charge | undefined, amount: number): Refusal | undefined {
  if (intent.status !== 'requires_capture' || !charge) {
    const why = "This PaymentIntent's authorization could not be incremented";
    return statusProblem(intent, why, 'incremented', capturable);
  }
  if (!charge.incremental) {
    return invalidRequest(
      'This PaymentIntent does not support incremental authorization. Request it with `payment_method_options[card][request_incremental_authorization]` when you confirm.',
      { code: 'payment_intent_unexpected_state' },
    );
  }
  if (amount > intent.amount) return undefined;
  const message = `The amount must be greater than the currently authorized amount of ${intent.amount}.`;
  return invalidRequest(message, { param: 'amount' });
}

/** Increments the authorization; `amount` is the new total. */
export function incrementIntent(intent: Intent, input: IncrementIntent, context: DecisionContext): StripeDecision {
  const { amount } = input;
  const charge = chargeIn(intent, context);
  const problem = incrementProblem(intent, charge, amount);
  if (problem || !charge) return refused(problem!);
  const incremented: Intent = {
    ...intent,
    amount,
    amount_capturable: amount - intent.amount_received,
    ...pick(input, 'description'),
    metadata: changedMetadata(intent.metadata, input.metadata),
    delivery: context.delivery ?? intent.delivery,
  };
  const raised: Charge = { ...charge, amount };
  const events = { 'charge.updated': raised, 'payment_intent.amount_capturable_updated': incremented };
  const added = { ...intent, amount: amount - intent.amount };
  return decided(incremented, events, { effect: effectOf('authorize', context, added) });
}
