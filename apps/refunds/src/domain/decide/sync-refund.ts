import type { DataOf, refundCheck, refundSync } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { DecideContext, Decision } from '../decision';
import { decided, unchanged, waitersOf } from '../decision';
import type { PaymentRefunds } from '../payment-refunds';
import { refundIn, withRefund } from '../payment-refunds';
import { isAsked } from '../refund.machine';

/** `force_sync`: asks where the processor may know more than we do, else answers at once. */
export function syncRefund(
  refunds: PaymentRefunds | undefined,
  { refundId }: DataOf<typeof refundSync>,
  context: DecideContext,
): Decision {
  const refund = refundIn(refunds, refundId);
  if (!refunds || !refund) return refuse('refund_not_found');
  if (!isAsked(refund.state)) return unchanged([{ kind: 'answer', refundId, waiters: waitersOf(context) }]);
  const waiters = [...refund.waiters, ...waitersOf(context)];
  const asking = { ...refund, asked: refund.asked + 1, waiters };
  return decided(withRefund(refunds, asking), [{ kind: 'ask', refund: asking }]);
}

/** Nobody answered a command in time: this one, which came behind it, tells what became of it. */
export function lookAtRefund(
  refunds: PaymentRefunds | undefined,
  { refundId }: DataOf<typeof refundCheck>,
  context: DecideContext,
): Decision {
  if (!refundIn(refunds, refundId)) return refuse('refund_not_found');
  return unchanged([{ kind: 'answer', refundId, waiters: waitersOf(context) }]);
}
