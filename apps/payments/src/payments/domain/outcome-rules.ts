import type { Machine, StateOf } from '@payorch/kernel';
import type { OutcomeRules } from '@payorch/operations';
import type { Attempt } from './attempts/attempt';
import type { DecideContext, Decision, Effect } from './decision';
import { decided, unchanged } from './decision';
import type { Payment, PendingReply } from './payment';
import type { Event } from './outcome-event';

/** An outcome, with the payment and the attempt that it is about. */
export interface Reported {
  readonly payment: Payment;
  readonly attempt: Attempt;
  readonly event: Event;
  readonly context: DecideContext;
}

type Rules<M extends Machine, Operation extends { readonly state: StateOf<M> }> = OutcomeRules<
  M,
  Operation,
  Reported,
  Decision
>;

/** How a payment follows the outcomes of one kind of operation. Without `verified` the payment's sync proves what it must. */
export type PaymentRules<M extends Machine, Operation extends { readonly state: StateOf<M> }> = Omit<
  Rules<M, Operation>,
  'verified'
> &
  Partial<Pick<Rules<M, Operation>, 'verified'>>;

/**
 * The decision on an outcome that moves no operation: a sync answers its callers also then. `known` is the payment with the
 * facts that the outcome adds.
 */
export function withoutMove(
  { payment, event }: Reported,
  answered: readonly PendingReply[],
  effects: readonly Effect[] = [],
  known: Payment = payment,
): Decision {
  if (event.source === 'sync' && answered.length > 0) {
    return decided(withoutReplies(known, answered), [{ kind: 'reply', pendingReplies: answered }, ...effects]);
  }
  return known === payment && effects.length === 0 ? unchanged() : decided(known, effects);
}

export const withoutReplies = (payment: Payment, answered: readonly PendingReply[]): Payment => ({
  ...payment,
  pendingReplies: payment.pendingReplies.filter((pendingReply) => !answered.includes(pendingReply)),
});
