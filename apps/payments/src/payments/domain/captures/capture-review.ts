import type { Attempt } from '../attempts/attempt';
import { isIn } from '../attempts/attempt';
import type { Payment } from '../payment';
import { openVoid } from '../post-capture-voids/post-capture-voids';
import type { Event } from '../outcome-event';

/**
 * Whether a webhook or a sync reports that the attempt's only capture failed, after it was reported as charged. Neither the answer
 * of the call, which is older, nor a report that an operator has judged counts. The failure of an authorization contradicts no
 * capture: it comes late.
 */
export function contradicts(
  attempt: Attempt,
  payment: Payment,
  { flow, source, operationId, outcome }: Event,
): boolean {
  if (!isIn(attempt, 'charged', 'partial_charged') || attempt.facts.isUpheld) return false;
  if (flow !== 'capture' || source === 'call' || outcome.kind !== 'declined') return false;
  const capture = payment.captures.find(({ operation }) => operation === operationId);
  return capture?.attemptId === attempt.id && capture.status === 'charged';
}

/** Beside a post-capture void under way, whose outcome still needs the charge, a contradiction only opens an incident. */
export const beginsReview = (attempt: Attempt, payment: Payment, event: Event): boolean =>
  contradicts(attempt, payment, event) && openVoid(payment) === undefined;
