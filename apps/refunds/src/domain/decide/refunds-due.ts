import { decided, unchanged } from '@payorch/operations';
import type { DecideContext, Decision } from '../decision';
import { refundFollower, scheduleFollowed } from '../follow-refund';
import type { PaymentRefunds } from '../payment-refunds';
import { withRefund } from '../payment-refunds';
import type { Refund } from '../refund';
import { isIn } from '../refund';
import { sendRefund } from '../send-refund';

/** Sends or syncs the refunds of a payment that are due. */
export function refundsDue(refunds: PaymentRefunds | undefined, _job: unknown, context: DecideContext): Decision {
  const due = refunds?.refunds.filter(({ dueAt }) => dueAt !== null && dueAt <= context.now) ?? [];
  if (!refunds || due.length === 0) return unchanged();
  const advanced = due.map((refund) => sendOrSync(refund, context));
  return decided(
    advanced.reduce((all, { refund }) => withRefund(all, refund), refunds),
    advanced.flatMap(({ effects }) => effects),
  );
}

function sendOrSync(refund: Refund, context: DecideContext): ReturnType<typeof scheduleFollowed> {
  if (isIn(refund, 'scheduled'))
    return { refund: sendRefund(refund, context), effects: [{ kind: 'refund', refundId: refund.id }] };
  const followed = refundFollower.syncDue(refund, context.rules);
  return followed ? scheduleFollowed(followed, context.now) : { refund: { ...refund, dueAt: null }, effects: [] };
}
