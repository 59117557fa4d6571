import type { Outcome } from '@payorch/contracts';
import { money } from '@payorch/kernel';
import type { Attempt } from './attempt';
import { isIn } from './attempt';
import type { Increment, Payment } from './payment';

/** Asked for when the payment was made, and possible where it is held. A mandate gave leave for the first sum alone. */
export const mayIncrement = ({ details, recurring }: Payment, { canIncrement }: Attempt): boolean =>
  canIncrement && details['request_incremental_authorization'] === true && !recurring?.mandateId;

/** The operation that the sum held now comes from; undefined where that is the authorization itself. */
export const raisedBy = ({ increments }: Payment): Increment | undefined =>
  increments.findLast(({ status }) => status === 'success');

const statuses: Partial<Record<Outcome['kind'], Increment['status']>> = {
  authorized: 'success',
  declined: 'failure',
  not_sent: 'failure',
  absent: 'failure',
  accepted: 'processing',
  unknown: 'processing',
  mismatched: 'unresolved',
  captured: 'unresolved',
  voided: 'unresolved',
};

/** The increment under way after an outcome, by the machine's word for it; the payment costs more only once it succeeded. */
export function withIncrement(payment: Payment, before: Attempt, event: string, outcome: Outcome): Payment {
  if (!isIn(before, 'increment_initiated')) return payment;
  const { following, money: asked } = before.facts;
  const status = statuses[event as Outcome['kind']] ?? 'unresolved';
  const increments = payment.increments.map((increment) =>
    increment.operation === following
      ? { ...increment, status, error: 'error' in outcome ? outcome.error : null }
      : increment,
  );
  const raised = status === 'success' ? increments.find(({ operation }) => operation === following) : undefined;
  return { ...payment, increments, money: raised ? money(raised.amount, asked.currency) : payment.money };
}
