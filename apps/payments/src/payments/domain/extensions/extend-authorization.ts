import type { DataOf, paymentExtend } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { isIn } from '../attempts/attempt';
import { pendingRepliesWith } from '../decision';
import { cannot } from '../state-refusals';
import type { DecideContext, Decision } from '../decision';
import { decided, pendingRepliesOf } from '../decision';
import { withFollowUp } from '../follow-ups';
import { openExtension, extensionSync } from './extensions';
import type { Extension } from './extension';
import type { Payment } from '../payment';
import { activeAttempt, withAttempt } from '../payment';

/**
 * Requests an extension of the authorization. The payment does not change meanwhile; while an extension is under way, a
 * second request syncs it.
 */
export function extendAuthorization(
  payment: Payment | undefined,
  _command: DataOf<typeof paymentExtend>,
  context: DecideContext,
): Decision {
  if (!payment) return refuse('payment_not_found');
  const attempt = activeAttempt(payment);
  if (!isIn(attempt, 'authorized')) return cannot('extend authorization', payment);
  if (!payment.terms.requestsExtension) {
    return cannot('extend authorization', payment, 'is not allowed for extended_authorization');
  }
  const requestedBy = pendingRepliesOf(context).map(({ replyCorrelationId }) => replyCorrelationId);
  const waiting = { ...payment, pendingReplies: pendingRepliesWith(payment, context) };
  const open = openExtension(payment, attempt);
  const sync = extensionSync(payment, attempt);
  if (open && sync) {
    const joined = withFollowUp(waiting, 'extensions', { ...open, requestedBy: [...open.requestedBy, ...requestedBy] });
    return decided(withAttempt(joined, { ...attempt, syncCount: attempt.syncCount + 1 }), [sync]);
  }
  const { account, reference } = attempt.facts;
  const extension: Extension = {
    operation: context.newOperationId(),
    attemptId: attempt.id,
    state: 'pending',
    captureBefore: null,
    error: null,
    requestedBy,
    modifiedAt: context.now,
  };
  const counted = withAttempt(waiting, { ...attempt, syncCount: 0 });
  return decided({ ...counted, extensions: [...payment.extensions, extension] }, [
    { kind: 'extend', operation: { id: extension.operation, attemptId: attempt.id, account }, reference },
    { kind: 'sync_later', attemptId: attempt.id, delayMs: context.rules.beginWithinMs },
  ]);
}
