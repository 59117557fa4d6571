import type { DataOf, paymentExtend } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { isIn } from '../attempt';
import { waitingFor } from '../begin';
import { cannot } from '../cannot';
import type { DecideContext, Decision } from '../decision';
import { decided, waitersOf } from '../decision';
import { openExtension, questionAboutExtension, wishesExtension, withExtension } from '../extensions';
import type { Extension, Payment } from '../payment';
import { activeAttempt, withAttempt } from '../payment';

/**
 * Asks the processor to keep what is held for longer. The payment stays what it is meanwhile; asked for again while one is
 * under way, it is asked about, not made twice.
 */
export function extendAuthorization(
  payment: Payment | undefined,
  _command: DataOf<typeof paymentExtend>,
  context: DecideContext,
): Decision {
  if (!payment) return refuse('payment_not_found');
  const attempt = activeAttempt(payment);
  if (!isIn(attempt, 'authorized')) return cannot('extend authorization', payment);
  if (!wishesExtension(payment)) {
    return cannot('extend authorization', payment, 'is not allowed for extended_authorization');
  }
  const askers = waitersOf(context).map(({ replyCorrelationId }) => replyCorrelationId);
  const waiting = { ...payment, waiters: waitingFor(payment, context) };
  const open = openExtension(payment, attempt);
  const question = questionAboutExtension(payment, attempt);
  if (open && question) {
    const joined = withExtension(waiting, { ...open, askers: [...open.askers, ...askers] });
    return decided(withAttempt(joined, { ...attempt, asked: attempt.asked + 1 }), [question]);
  }
  const { account, reference } = attempt.facts;
  const extension: Extension = {
    operation: context.newOperationId(),
    attemptId: attempt.id,
    state: 'pending',
    captureBefore: null,
    error: null,
    askers,
    modifiedAt: context.now,
  };
  const asking = withAttempt(waiting, { ...attempt, asked: 0 });
  return decided({ ...asking, extensions: [...payment.extensions, extension] }, [
    { kind: 'extend', operation: { id: extension.operation, attemptId: attempt.id, account }, reference },
    { kind: 'ask_later', attemptId: attempt.id, delayMs: context.rules.beginWithinMs },
  ]);
}
