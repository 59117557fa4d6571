import type { Outcome } from '@payorch/contracts';
import { money } from '@payorch/kernel';
import type { Attempt } from './attempt';
import { isIn } from './attempt';
import type { Increment, Payment } from './payment';

/** Whether the merchant requested increments and the processor allows them. A mandate permits the first amount only. */
export const mayIncrement = ({ details, recurring }: Payment, { canIncrement }: Attempt): boolean =>
  canIncrement && details['request_incremental_authorization'] === true && !recurring?.mandateId;

/** The increment that set the present authorized amount; undefined where the authorization itself did. */
export const lastIncrement = ({ increments }: Payment): Increment | undefined =>
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

/** Applies an outcome to the increment under way, by the machine's event; the payment's amount rises only with a success. */
export function withIncrement(payment: Payment, before: Attempt, event: string, outcome: Outcome): Payment {
  if (!isIn(before, 'increment_initiated')) return payment;
  const { followUp, money: requested } = before.facts;
  const status = statuses[event as Outcome['kind']] ?? 'unresolved';
  const increments = payment.increments.map((increment) =>
    increment.operation === followUp
      ? { ...increment, status, error: 'error' in outcome ? outcome.error : null }
      : increment,
  );
  const succeeded = status === 'success' ? increments.find(({ operation }) => operation === followUp) : undefined;
  return { ...payment, increments, money: succeeded ? money(succeeded.amount, requested.currency) : payment.money };
}
