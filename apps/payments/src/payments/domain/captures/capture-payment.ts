import type { DataOf, Refusal, paymentCapture } from '@payorch/contracts';
import { firstRefusal, refuse } from '@payorch/contracts';
import { money } from '@payorch/kernel';
import { isIn, move } from '../attempts/attempt';
import { pendingRepliesWith } from '../decision';
import { newCapture } from './captures';
import type { DecideContext, Decision } from '../decision';
import { decided } from '../decision';
import type { Payment } from '../payment';
import { activeAttempt, isManual, withAttempt } from '../payment';
import { withRawResponse, rawResponseOf } from '../raw-response';
import { knownStatusOf, withSums } from '../payment.status';
import { cannot } from '../state-refusals';
import { captureInParts, isCapturedInParts } from './capture-in-parts';

type Command = DataOf<typeof paymentCapture>;

/**
 * Captures the authorized amount or less, and the rest is released; more only up to the processor's maximum. One capture, unless the
 * payment's capture method is `manual_multiple`.
 */
export function capturePayment(payment: Payment | undefined, command: Command, context: DecideContext): Decision {
  if (!payment) return refuse('payment_not_found');
  const refusal = checkState(payment) ?? firstRefusal(amountRules, payment, command);
  if (refusal) return refusal;
  const attempt = activeAttempt(payment);
  if (payment.captureMethod === 'manual_multiple') return captureInParts(payment, command, context);
  if (!isIn(attempt, 'authorized')) return wrongState('payment.status', knownStatusOf(payment), capturableStatuses);
  const { account, reference, authorized } = attempt.facts;
  const followUp = context.newOperationId();
  const requested = money(command.amountToCapture ?? authorized.amount, authorized.currency);
  const facts = { ...attempt.facts, followUp, money: requested, error: null };
  const sent = move(attempt, 'capture_sent', facts, { modifiedAt: context.now, syncCount: 0 });
  const capture = newCapture(payment, sent, { operation: followUp, money: requested, now: context.now });
  return decided(
    withSums({
      ...withAttempt(withRawResponse(payment, command), sent),
      captures: [...payment.captures, capture],
      pendingReplies: pendingRepliesWith(payment, context),
    }),
    [
      {
        kind: 'capture',
        operation: { id: followUp, attemptId: attempt.id, account },
        reference,
        money: requested,
        authorized,
        ...rawResponseOf(command),
      },
      { kind: 'sync_later', attemptId: attempt.id, delayMs: context.rules.beginWithinMs },
    ],
  );
}

const capturableStatuses = 'requires_capture, partially_captured_and_capturable, processing';

const wrongState = (field: string, value: string, states: string): Refusal =>
  refuse('wrong_payment_state', { flow: 'captured', field, value, states });

/** In the order of the wire: never sent, status, amount, method. */
function checkState(payment: Payment): Refusal | undefined {
  const { captureMethod } = payment;
  if (captureMethod === null) return refuse('missing_param', { field: 'capture_method' });
  const status = knownStatusOf(payment);
  switch (status) {
    case 'requires_capture':
    case 'partially_authorized_and_requires_capture':
    case 'partially_captured_and_capturable':
      return undefined;
    case 'processing':
      if (captureMethod !== 'manual_multiple') return wrongState('capture_method', captureMethod, 'manual_multiple');
      return isCapturedInParts(activeAttempt(payment)) ? undefined : cannot('capture', payment);
    default:
      return wrongState('payment.status', status, capturableStatuses);
  }
}

/** In the order of the wire. */
const amountRules: readonly ((payment: Payment, command: Command) => Refusal | undefined)[] = [
  ({ captureMethod }, { amountToCapture }) =>
    amountToCapture === null && captureMethod === 'manual_multiple'
      ? refuse('missing_param', { field: 'amount_to_capture' })
      : undefined,
  (_, { amountToCapture }) =>
    amountToCapture === 0n
      ? refuse('invalid_format', { field: 'amount', expected: 'positive integer', path: 'amount_to_capture' })
      : undefined,
  ({ amountCapturable }, { amountToCapture }) =>
    amountToCapture !== null && amountToCapture > amountCapturable
      ? refuse('invalid_request', {
          message: 'amount_to_capture is greater than amount',
          path: 'amount_to_capture',
        })
      : undefined,
  ({ captureMethod }) =>
    isManual(captureMethod)
      ? undefined
      : wrongState('capture_method', captureMethod ?? '', 'manual, manual_multiple, scheduled'),
];
