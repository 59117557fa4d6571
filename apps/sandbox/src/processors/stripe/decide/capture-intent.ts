import type { Effect } from '../../../kit/ledger/effect';
import type { Refusal } from '../errors';
import { invalidRequest, unexpectedState } from '../errors';
import type { Charge, Intent } from '../objects/records';
import { amountText } from '../params/amounts';
import type { CaptureIntent, IncrementIntent } from '../params/intent-params';
import type { DecisionContext, EventDraft, StripeDecision } from './decision';
import { maximumCapturable } from './overcapture';
import { changedMetadata, refused, secondsOf } from './decision';

function captureProblem(intent: Intent, charge: Charge | undefined, amount: number): Refusal | undefined {
  const { status, amountCapturable, currency } = intent;
  if (status === 'succeeded') {
    return unexpectedState('This PaymentIntent could not be captured because it has already been captured.', intent.id);
  }
  if (status !== 'requires_capture') {
    const message = `This PaymentIntent could not be captured because it has a status of ${status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`;
    return unexpectedState(message, intent.id);
  }
  const maximum = charge && intent.amountReceived === 0 ? maximumCapturable(charge) : amountCapturable;
  if (amount <= Math.max(amountCapturable, maximum)) return undefined;
  return invalidRequest(
    `Requested capture amount (${amountText(amount, currency)}) is greater than the amount you can capture for this charge (${amountText(amountCapturable, currency)}).`,
    { code: 'amount_too_large', param: 'amount_to_capture' },
  );
}

const notMulticapture = (intent: Intent): Refusal =>
  invalidRequest(`The PaymentIntent ${intent.id} does not support multicapture: \`final_capture\` cannot be false.`, {
    param: 'final_capture',
  });

/** Captures the authorized amount or a part of it; the rest is released unless more captures are to follow. */
export function captureIntent(intent: Intent, input: CaptureIntent, context: DecisionContext): StripeDecision {
  const amount = input.amount_to_capture ?? intent.amountCapturable;
  const charge = intent.latestCharge === null ? undefined : context.objects.get('charge', intent.latestCharge);
  const problem = captureProblem(intent, charge, amount);
  if (problem || !charge) return refused(problem!);
  const last = input.final_capture !== false || amount >= intent.amountCapturable;
  if (input.final_capture === false && !charge.multicapture) return refused(notMulticapture(intent));
  const captured: Intent = {
    ...intent,
    status: last ? 'succeeded' : 'requires_capture',
    amountReceived: intent.amountReceived + amount,
    amountCapturable: last ? 0 : intent.amountCapturable - amount,
    metadata: changedMetadata(intent.metadata, input.metadata),
    statementDescriptor: input.statement_descriptor ?? intent.statementDescriptor,
    statementDescriptorSuffix: input.statement_descriptor_suffix ?? intent.statementDescriptorSuffix,
    delivery: context.delivery ?? intent.delivery,
  };
  const capturedCharge: Charge = {
    ...charge,
    captured: true,
    amountCaptured: captured.amountReceived,
    captureBefore: last ? null : charge.captureBefore,
  };
  return {
    shown: captured,
    changed: [capturedCharge, captured],
    effect: { kind: 'capture', reference: context.reference, amount, currency: intent.currency },
    events: [
      { type: 'charge.captured', record: capturedCharge },
      { type: last ? 'payment_intent.succeeded' : 'payment_intent.amount_capturable_updated', record: captured },
    ],
  };
}

const cancelable: readonly Intent['status'][] = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
];

/** Voids an authorization, or cancels an unpaid intent. */
export function cancelIntent(intent: Intent, reason: string | null, context: DecisionContext): StripeDecision {
  if (!cancelable.includes(intent.status)) {
    const message = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_reauthorization, requires_confirmation, requires_action, processing.`;
    return refused(unexpectedState(message, intent.id));
  }
  const canceled: Intent = {
    ...intent,
    status: 'canceled',
    amountCapturable: 0,
    canceledAt: secondsOf(context.moment.nowMs),
    cancellationReason: reason,
    nextAction: null,
    pending: null,
    delivery: context.delivery ?? intent.delivery,
  };
  const canceledEvent: EventDraft = { type: 'payment_intent.canceled', record: canceled };
  if (intent.status !== 'requires_capture') return { shown: canceled, changed: [canceled], events: [canceledEvent] };
  const charge: Charge = {
    ...context.objects.get('charge', intent.latestCharge!),
    captureBefore: null,
    amountRefunded: intent.amountReceived === 0 ? intent.amount : 0,
  };
  const effect: Effect = {
    kind: 'void',
    reference: context.reference,
    amount: intent.amountCapturable,
    currency: intent.currency,
  };
  const releaseEvent = reason === 'automatic' ? 'charge.expired' : 'charge.refunded';
  return {
    shown: canceled,
    changed: [charge, canceled],
    effect,
    events: [{ type: releaseEvent, record: charge }, canceledEvent],
  };
}

function incrementProblem(intent: Intent, charge: Charge | undefined, amount: number): Refusal | undefined {
  if (intent.status !== 'requires_capture' || !charge) {
    const message = `This PaymentIntent's authorization could not be incremented because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be incremented: requires_capture.`;
    return unexpectedState(message, intent.id);
  }
  if (!charge.incremental) {
    return invalidRequest(
      'This PaymentIntent does not support incremental authorization. Request it with `payment_method_options[card][request_incremental_authorization]` when you confirm.',
      { code: 'payment_intent_unexpected_state' },
    );
  }
  if (amount > intent.amount) return undefined;
  return invalidRequest(`The amount must be greater than the currently authorized amount of ${intent.amount}.`, {
    param: 'amount',
  });
}

/** Increments the authorization; `amount` is the new total. */
export function incrementIntent(intent: Intent, input: IncrementIntent, context: DecisionContext): StripeDecision {
  const { amount } = input;
  const charge = intent.latestCharge === null ? undefined : context.objects.get('charge', intent.latestCharge);
  const problem = incrementProblem(intent, charge, amount);
  if (problem || !charge) return refused(problem!);
  const added = amount - intent.amount;
  const incremented: Intent = {
    ...intent,
    amount,
    amountCapturable: amount - intent.amountReceived,
    description: input.description ?? intent.description,
    metadata: changedMetadata(intent.metadata, input.metadata),
    delivery: context.delivery ?? intent.delivery,
  };
  const raised: Charge = { ...charge, amount };
  return {
    shown: incremented,
    changed: [raised, incremented],
    effect: { kind: 'authorize', reference: context.reference, amount: added, currency: intent.currency },
    events: [
      { type: 'charge.updated', record: raised },
      { type: 'payment_intent.amount_capturable_updated', record: incremented },
    ],
  };
}
