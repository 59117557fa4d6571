import { isMore, isZero } from '@payorch/kernel';
import type { Attempt } from './attempt';
import { isIn } from './attempt';
import type { Event } from '../outcome-event';
import type { Payment } from '../payment';
import { netAmount } from '../payment';

export const isPartlyAuthorized = (payment: Payment, attempt: Attempt): boolean =>
  isIn(attempt, 'authorized') &&
  payment.terms.acceptsPartialAuthorization &&
  isMore(netAmount(payment), attempt.facts.authorized);

/**
 * The outcome of an authorization for a merchant who accepts less than the total: the processor reports a lower amount, which is
 * otherwise a mismatch. A webhook alone does not prove it.
 */
export function withPartialAuthorization(payment: Payment, event: Event): Event {
  const { outcome, flow, source } = event;
  if (outcome.kind !== 'mismatched' || flow !== 'authorize' || source === 'webhook') return event;
  const { reported, ...facts } = outcome;
  const total = netAmount(payment);
  const { money } = outcome;
  const isLess = money.currency === total.currency && !isZero(money) && isMore(total, money);
  const isAccepted = reported !== undefined && isLess && payment.terms.acceptsPartialAuthorization;
  return isAccepted ? { ...event, outcome: { ...facts, kind: reported } } : event;
}
