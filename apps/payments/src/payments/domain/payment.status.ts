import { minorUnits } from '@payorch/kernel';
import type { MinorUnits } from '@payorch/kernel';
import type { Attempt } from './attempts/attempt';
import { hasMark, isIn } from './attempts/attempt';
import type { AttemptStatus, IntentStatus } from './attempts/attempt-status';
import { intentStatusWith } from './attempts/attempt-status';
import { attemptStatusIn, type AttemptState } from './attempts/attempt.machine';
import { uncaptured } from './captures/captures';
import { isPartlyAuthorized } from './attempts/partial-authorization';
import type { Payment } from './payment';
import { activeAttempt, netAmount, nothing } from './payment';
import { captureLimit } from './captures/overcapture';

export const intentStatusIn = (state: AttemptState): IntentStatus => intentStatusWith(attemptStatusIn(state));

/** The attempt's status by what is known, whatever a person claims. */
export function knownAttemptStatusOf(payment: Payment, attempt: Attempt): AttemptStatus {
  // A `failure` before any authorization: the authentication of the customer failed.
  if (attempt.state === 'failure' && attempt.authentication?.state === 'failed') return 'authentication_failed';
  return isPartlyAuthorized(payment, attempt) ? 'partially_authorized' : attemptStatusIn(attempt.state);
}
/** The payment's status by what is known: decisions use this one. */
export const knownStatusOf = (payment: Payment): IntentStatus =>
  intentStatusWith(knownAttemptStatusOf(payment, activeAttempt(payment)));

/** The status that the interface shows: a person's claim, else what is known. */
export const attemptStatusOf = (payment: Payment, attempt: Attempt): AttemptStatus =>
  attempt.claim?.status ?? knownAttemptStatusOf(payment, attempt);
export const statusOf = (payment: Payment): IntentStatus =>
  intentStatusWith(attemptStatusOf(payment, activeAttempt(payment)));

/** The amount that the interface shows as capturable; a claimed one gives no right to capture it. */
export const shownCapturable = (payment: Payment, attempt = activeAttempt(payment)): MinorUnits =>
  attempt.claim?.amountCapturable ?? payment.amountCapturable;

/** The charged amount; null while nothing is charged, as on the wire. */
function received(payment: Payment): MinorUnits | null {
  const { state, facts } = activeAttempt(payment);
  // After a review only: any other failed capture received nothing before either.
  if (state === 'capture_failed') return payment.amountReceived === null ? null : nothing;
  return 'charged' in facts && state !== 'voided_post_charge' ? facts.charged.amount : payment.amountReceived;
}

/** The amount that can still be captured (contract: amount bookkeeping). */
function capturable(payment: Payment): MinorUnits {
  const attempt = activeAttempt(payment);
  // A payment cancelled before any processor received it shows the same amount as before.
  if (isIn(attempt, 'voided') && attempt.facts.reference === null) return payment.amountCapturable;
  if (hasMark(attempt, 'capturable', 'authorized')) return captureLimit(attempt).amount;
  if (hasMark(attempt, 'capturable', 'uncaptured')) return uncaptured(payment, attempt).amount;
  if (hasMark(attempt, 'capturable', 'as_stored')) return payment.amountCapturable;
  return hasMark(attempt, 'capturable', 'amount') ? minorUnits(netAmount(payment).amount) : nothing;
}

/** Recomputes the payment's public amounts from its attempts. */
export const withSums = (payment: Payment): Payment => ({
  ...payment,
  amountReceived: received(payment),
  amountCapturable: capturable(payment),
});
