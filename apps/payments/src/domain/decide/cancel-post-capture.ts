import type { DataOf, paymentCancelPostCapture, paymentCancelPostCaptureSync } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { Attempt } from '../attempt';
import { waitingFor } from '../begin';
import { cannot } from '../cannot';
import type { DecideContext, Decision } from '../decision';
import { decided, unchanged, waitersOf } from '../decision';
import type { Payment, PostCaptureVoid } from '../payment';
import { activeAttempt, withAttempt } from '../payment';
import { chargedAttempt, openVoid, questionAboutVoid, shownVoid } from '../post-capture-void';

/**
 * Takes back what was charged, whole. The owner of refunds is asked first: it alone knows whether any of it is given back, and
 * keeps all of it for us, so that no refund begins meanwhile. One that is under way already is asked about, not made twice.
 */
export function cancelPostCapture(
  payment: Payment | undefined,
  { cancellationReason }: DataOf<typeof paymentCancelPostCapture>,
  context: DecideContext,
): Decision {
  if (!payment) return refuse('payment_not_found');
  const attempt = chargedAttempt(payment);
  if (!attempt) return cannot('cancel_post_capture', payment);
  if (openVoid(payment)) return askAboutIt(payment, attempt, context);
  const requested: PostCaptureVoid = {
    operation: context.newOperationId(),
    state: 'requested',
    reason: cancellationReason,
    reference: null,
    error: null,
    modifiedAt: context.now,
  };
  const asking = withAttempt(payment, { ...attempt, asked: 0 });
  return decided(
    { ...asking, postCaptureVoids: [...payment.postCaptureVoids, requested], waiters: waitingFor(payment, context) },
    [
      { kind: 'reserve_void', operation: requested.operation, charged: attempt.facts.charged },
      { kind: 'ask_later', attemptId: attempt.id, delayMs: context.rules.beginWithinMs },
    ],
  );
}

/** Only once a void was begun: asks the processor where it may know more than we do, else answers at once. */
export function syncPostCaptureVoid(
  payment: Payment | undefined,
  _command: DataOf<typeof paymentCancelPostCaptureSync>,
  context: DecideContext,
): Decision {
  if (!payment) return refuse('payment_not_found');
  const attempt = chargedAttempt(payment);
  if (!attempt) return cannot('cancel_post_capture', payment);
  if (!shownVoid(payment)) {
    const message = 'Post-capture sync is allowed only after a post-capture void has been initiated';
    return refuse('precondition_failed', { message });
  }
  return askAboutIt(payment, attempt, context);
}

function askAboutIt(payment: Payment, attempt: Attempt, context: DecideContext): Decision {
  const question = questionAboutVoid(payment, activeAttempt(payment));
  if (!question) return unchanged([{ kind: 'answer', waiters: waitersOf(context) }]);
  const asking = withAttempt(payment, { ...attempt, asked: attempt.asked + 1 });
  return decided({ ...asking, waiters: waitingFor(payment, context) }, [question]);
}
