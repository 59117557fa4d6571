import type { Outcome } from '@payorch/contracts';
import { money } from '@payorch/kernel';
import type { OutcomeCase } from '@payorch/operations';
import { stateAfter } from '@payorch/operations';
import type { Attempt } from '../attempt';
import { isIn } from '../attempt';
import { incrementOperation } from './increment.machine';
import type { Increment, Payment } from '../payment';

/** Whether the merchant requested increments and the processor allows them. A mandate permits the first amount only. */
export const mayIncrement = ({ details, recurring }: Payment, { canIncrement }: Attempt): boolean =>
  canIncrement && details['request_incremental_authorization'] === true && !recurring?.mandateId;

/** The increment that set the present authorized amount; undefined where the authorization itself did. */
export const lastIncrement = ({ increments }: Payment): Increment | undefined =>
  increments.findLast(({ status }) => status === 'success');

/** Applies an outcome to the increment under way; the payment's amount rises only with a success. */
export function withIncrement(payment: Payment, before: Attempt, outcome: Outcome, outcomeCase: OutcomeCase): Payment {
  if (!isIn(before, 'increment_initiated')) return payment;
  const { followUp, money: requested } = before.facts;
  const after = (increment: Increment): Increment => ({
    ...increment,
    status: stateAfter(incrementOperation, increment.status, outcomeCase),
    error: 'error' in outcome ? outcome.error : null,
  });
  const increments = payment.increments.map((one) => (one.operation === followUp ? after(one) : one));
  const succeeded = increments.find(({ operation, status }) => operation === followUp && status === 'success');
  return { ...payment, increments, money: succeeded ? money(succeeded.amount, requested.currency) : payment.money };
}
