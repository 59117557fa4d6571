import type { DataOf, paymentSync } from '@payorch/contracts';
import { isIn } from '../attempt';
import type { DecideContext, Decision } from '../decision';
import { unchanged, waitersOf } from '../decision';
import type { Payment, Waiter } from '../payment';
import { activeAttempt } from '../payment';

/**
 * Only what was charged is given back, and nothing leads from there to where a processor is asked. That we know of no refund
 * says less: a wish that we passed on a moment ago has its snapshot still to come.
 */
export const mayHaveRefunds = (payment: Payment): boolean =>
  isIn(activeAttempt(payment), 'charged', 'partial_charged', 'voided_post_charge');

/**
 * `force_sync`, where the processor has nothing to add: the owner of refunds tells of them anew, and whoever waits is answered
 * behind that. The question takes the way of the wishes, hence behind each that we passed on. Nobody waits for a silent owner:
 * in a while the payment is answered as we know it.
 */
export function askRefunds(
  payment: Payment,
  { caller, expandAttempts, expandCaptures }: DataOf<typeof paymentSync>,
  context: DecideContext,
): Decision {
  const { waiter, rules } = context;
  if (!waiter || !mayHaveRefunds(payment)) return unchanged([{ kind: 'answer', waiters: waitersOf(context) }]);
  const shown = { caller: caller.kind, expandAttempts, expandCaptures };
  return unchanged([{ kind: 'ask_refunds', waiter, shown, patienceMs: rules.refundsPatienceMs }]);
}

/** The owner of refunds was silent for too long. */
export const answerAnyway = (payment: Payment | undefined, { waiter }: { waiter: Waiter }): Decision =>
  unchanged(payment ? [{ kind: 'answer', waiters: [waiter] }] : []);
