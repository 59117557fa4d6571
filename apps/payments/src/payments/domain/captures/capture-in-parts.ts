import type { DataOf, paymentCapture } from '@payorch/contracts';
import type { Money, OperationId } from '@payorch/kernel';
import { equals, money, subtract } from '@payorch/kernel';
import type { Attempt } from '../attempts/attempt';
import { isIn, move } from '../attempts/attempt';
import { captured, newCapture, openCaptures } from './captures';
import type { DecideContext, Decision } from '../decision';
import { decided } from '../decision';
import type { Payment, PendingReply } from '../payment';
import { activeAttempt, withAttempt } from '../payment';
import { withSums } from '../payment.status';
import { cannot } from '../state-refusals';
import { withRawResponse, rawResponseOf } from '../raw-response';

const capturingStates = [
  'authorized',
  'multiple_capture_initiated',
  'partial_charged_and_chargeable',
  'further_capture_initiated',
] as const;
type Capturable = Attempt<(typeof capturingStates)[number]>;

/** Whether the authorization takes one more of several captures, as far as its state decides. */
export const isCapturedInParts = (attempt: Attempt): attempt is Capturable => isIn(attempt, ...capturingStates);

/**
 * One of several captures of an authorization. Captures may be under way at the same time: the caller has checked that their sum
 * does not exceed the authorized amount.
 */
export function captureInParts(
  payment: Payment,
  command: DataOf<typeof paymentCapture>,
  context: DecideContext,
): Decision {
  const attempt = activeAttempt(payment);
  const { amountToCapture } = command;
  if (!isCapturedInParts(attempt) || amountToCapture === null) return cannot('capture', payment);
  const { account, reference, authorized } = attempt.facts;
  const operation = context.newOperationId();
  const requested = money(amountToCapture, authorized.currency);
  const sent = begun(attempt, context.now);
  const capture = newCapture(payment, sent, { operation, money: requested, now: context.now });
  return decided(
    withSums({
      ...withAttempt(withRawResponse(payment, command), sent),
      captures: [...payment.captures, capture],
      pendingReplies: [...payment.pendingReplies, ...replyAfter(operation, context)],
    }),
    [
      {
        kind: 'capture',
        operation: { id: operation, attemptId: attempt.id, account },
        reference,
        money: requested,
        authorized,
        multiple: { isLast: isLast(payment, attempt, requested) },
        ...rawResponseOf(command),
      },
      { kind: 'sync_later', attemptId: attempt.id, delayMs: context.rules.beginWithinMs },
    ],
  );
}

function begun(attempt: Capturable, modifiedAt: Date): Attempt {
  const changes = { modifiedAt, syncCount: 0 };
  return attempt.state === 'authorized' || attempt.state === 'multiple_capture_initiated'
    ? move<'authorized' | 'multiple_capture_initiated', 'multiple_capture_sent'>(
        attempt,
        'multiple_capture_sent',
        { ...attempt.facts, error: null },
        changes,
      )
    : move<'partial_charged_and_chargeable' | 'further_capture_initiated', 'multiple_capture_sent'>(
        attempt,
        'multiple_capture_sent',
        { ...attempt.facts, error: null },
        changes,
      );
}

/** This caller waits for its own capture, whatever becomes of the others. */
const replyAfter = (awaits: OperationId, { request: { pendingReply } }: DecideContext): readonly PendingReply[] =>
  pendingReply ? [{ ...pendingReply, awaits }] : [];

/**
 * Whether the processor may release what is left. Not while another capture is under way: were that one refused, its amount could
 * not be captured again.
 */
const isLast = (payment: Payment, attempt: Capturable, requested: Money): boolean =>
  openCaptures(payment, attempt).length === 0 &&
  equals(requested, subtract(attempt.facts.authorized, captured(payment, attempt)));
