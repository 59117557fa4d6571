import { decided, unchanged } from '@payorch/operations';
import type { DecideContext, Decision, Effect } from '../decision';
import { refundFollower, scheduleFollowed } from '../follow-refund';
import type { PaymentRefunds } from '../payment-refunds';
import { disputedOf, refundedOf, withRefund } from '../payment-refunds';
import type { Refund } from '../refund';
import { isIn } from '../refund';
import { failDisputed, sendRefund } from '../send-refund';

/** Sends or syncs the refunds of a payment that are due. */
export function refundsDue(refunds: PaymentRefunds | undefined, _job: unknown, context: DecideContext): Decision {
  const due = refunds?.refunds.filter(({ dueAt }) => dueAt !== null && dueAt <= context.now) ?? [];
  if (!refunds || due.length === 0) return unchanged();
  const effects: Effect[] = [];
  const advanced = due.reduce((all, refund) => {
    const next = sendOrSync(all, refund, context);
    effects.push(...next.effects);
    return withRefund(all, next.refund);
  }, refunds);
  return decided(advanced, effects);
}

function sendOrSync(
  refunds: PaymentRefunds,
  refund: Refund,
  context: DecideContext,
): ReturnType<typeof scheduleFollowed> {
  if (isIn(refund, 'scheduled'))
    return isTakenByDisputes(refunds)
      ? { refund: failDisputed(refund), effects: [] }
      : { refund: sendRefund(refund, context), effects: [{ kind: 'refund', refundId: refund.id }] };
  const followed = refundFollower.syncDue(refund, context.rules);
  return followed ? scheduleFollowed(followed, context.now) : { refund: { ...refund, dueAt: null }, effects: [] };
}

/** A dispute since the request took what the refund was to return: the customer has it from the bank. */
const isTakenByDisputes = (refunds: PaymentRefunds): boolean =>
  disputedOf(refunds) > 0n && refundedOf(refunds) + disputedOf(refunds) > refunds.charged.amount;
