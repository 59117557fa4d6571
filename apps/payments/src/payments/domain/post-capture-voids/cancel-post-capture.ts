import type { DataOf, paymentCancelPostCapture, paymentCancelPostCaptureSync } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { Attempt } from '../attempts/attempt';
import { pendingRepliesWith } from '../decision';
import { cannot } from '../state-refusals';
import type { DecideContext, Decision } from '../decision';
import { decided, unchanged, pendingRepliesOf } from '../decision';
import type { PostCaptureVoid } from './post-capture-void';
import type { Payment } from '../payment';
import { knownStatusOf } from '../payment.status';
import { activeAttempt, withAttempt } from '../payment';
import { chargedAttempt, openVoid, voidSync, shownVoid } from './post-capture-voids';

/**
 * Voids the whole charge. The refunds service first reserves it: that service alone knows of refunds, and begins none while
 * the charge is reserved. A void already under way is synced, not repeated.
 */
export function cancelPostCapture(
  payment: Payment | undefined,
  { cancellationReason }: DataOf<typeof paymentCancelPostCapture>,
  context: DecideContext,
): Decision {
  if (!payment) return refuse('payment_not_found');
  const attempt = chargedAttempt(payment);
  if (!attempt) return cannot('cancel_post_capture', payment);
  if (openVoid(payment)) return syncVoid(payment, attempt, context);
  const requested: PostCaptureVoid = {
    operation: context.newOperationId(),
    state: 'requested',
    reason: cancellationReason,
    reference: null,
    error: null,
    modifiedAt: context.now,
  };
  const counted = withAttempt(payment, { ...attempt, syncCount: 0 });
  return decided(
    {
      ...counted,
      postCaptureVoids: [...payment.postCaptureVoids, requested],
      pendingReplies: pendingRepliesWith(payment, context),
    },
    [
      { kind: 'reserve_void', operation: requested.operation, charged: attempt.facts.charged },
      { kind: 'sync_later', attemptId: attempt.id, delayMs: context.rules.beginWithinMs },
    ],
  );
}

/** Refused before a void: syncs the void under way, else replies at once. */
export function syncPostCaptureVoid(
  payment: Payment | undefined,
  _command: DataOf<typeof paymentCancelPostCaptureSync>,
  context: DecideContext,
): Decision {
  if (!payment) return refuse('payment_not_found');
  const attempt = chargedAttempt(payment);
  const mayHaveVoid = attempt || knownStatusOf(payment) === 'partially_captured_and_capturable';
  if (!mayHaveVoid) return cannot('cancel_post_capture', payment);
  if (!attempt || !shownVoid(payment)) {
    const message = 'Post-capture sync is allowed only after a post-capture void has been initiated';
    return refuse('precondition_failed', { message });
  }
  return syncVoid(payment, attempt, context);
}

function syncVoid(payment: Payment, attempt: Attempt, context: DecideContext): Decision {
  const sync = voidSync(payment, activeAttempt(payment));
  if (!sync) return unchanged([{ kind: 'reply', pendingReplies: pendingRepliesOf(context) }]);
  const counted = withAttempt(payment, { ...attempt, syncCount: attempt.syncCount + 1 });
  return decided({ ...counted, pendingReplies: pendingRepliesWith(payment, context) }, [sync]);
}
