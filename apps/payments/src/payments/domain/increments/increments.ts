import type { Outcome } from '@payorch/contracts';
import { money } from '@payorch/kernel';
import type { OutcomeCase } from '@payorch/operations';
import { incrementOperation, stateAfter } from '@payorch/operations';
import type { Attempt } from '../attempts/attempt';
import { isIn } from '../attempts/attempt';
import { followUpIn, withFollowUp } from '../follow-ups';
import type { Increment } from './increment';
import type { Payment } from '../payment';

/** Whether the merchant requested increments and the processor allows them. A mandate permits the first amount only. */
export const mayIncrement = ({ terms, recurring }: Payment, { canIncrement }: Attempt): boolean =>
  canIncrement && terms.requestsIncrement && !recurring?.mandateId;

/** The increment that set the present authorized amount; undefined where the authorization itself did. */
export const lastIncrement = ({ increments }: Payment): Increment | undefined =>
  increments.findLast(({ status }) => status === 'success');

/** Applies an outcome to the increment under way; the payment's amount rises only with a success. */
export function withIncrement(payment: Payment, before: Attempt, outcome: Outcome, outcomeCase: OutcomeCase): Payment {
  if (!isIn(before, 'increment_initiated')) return payment;
  const { followUp, money: requested } = before.facts;
  const increment = followUpIn(payment, 'increments', followUp);
  if (!increment) return payment;
  const status = stateAfter(incrementOperation, increment.status, outcomeCase);
  const error = 'error' in outcome ? outcome.error : null;
  const after = withFollowUp(payment, 'increments', { ...increment, status, error });
  return status === 'success' ? { ...after, money: money(increment.amount, requested.currency) } : after;
}
