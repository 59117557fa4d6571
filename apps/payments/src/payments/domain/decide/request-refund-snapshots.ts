import type { DataOf, paymentSync } from '@payorch/contracts';
import { isIn } from '../attempts/attempt';
import type { DecideContext, Decision } from '../decision';
import { unchanged, pendingRepliesOf } from '../decision';
import type { Payment, PendingReply } from '../payment';
import { activeAttempt } from '../payment';

/**
 * Whether the payment may have refunds: only a charge can be refunded, and no charged state needs a sync. An empty list of
 * refunds proves less: a refund just forwarded has no snapshot yet.
 */
export const mayHaveRefunds = (payment: Payment): boolean =>
  isIn(activeAttempt(payment), 'charged', 'partial_charged', 'capture_review', 'voided_post_charge');

/**
 * `force_sync` of a charge: the refunds service publishes its snapshots again, and the caller gets its reply behind them. The
 * request takes the same topic as refund commands, hence follows each forwarded one. After `refundsTimeoutMs` without
 * snapshots the reply shows the refunds known here.
 */
export function requestRefundSnapshots(
  payment: Payment,
  { caller, expandAttempts, expandCaptures }: DataOf<typeof paymentSync>,
  context: DecideContext,
): Decision {
  const { pendingReply } = context.request;
  if (!pendingReply || !mayHaveRefunds(payment))
    return unchanged([{ kind: 'reply', pendingReplies: pendingRepliesOf(context) }]);
  const shown = { caller: caller.kind, expandAttempts, expandCaptures };
  const { refundsTimeoutMs: timeoutMs } = context.rules;
  return unchanged([{ kind: 'request_refund_snapshots', pendingReply, shown, timeoutMs }]);
}

/** Replies after a timeout of the refunds service. */
export const answerWithoutRefunds = (payment: Payment | undefined, pendingReply: PendingReply): Decision =>
  unchanged(payment ? [{ kind: 'reply', pendingReplies: [pendingReply] }] : []);
