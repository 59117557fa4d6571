import { minorUnits } from '@payorch/kernel';
import type { MinorUnits } from '@payorch/kernel';
import type { Attempt } from './attempt';
import type { AttemptStatus, IntentStatus } from './attempt-status';
import { intentStatusWith } from './attempt-status';
import type { AttemptState } from './attempt.machine';
import { uncaptured } from './operations/captures';
import { isPartlyAuthorized } from './operations/partial-authorization';
import type { Payment } from './payment';
import { activeAttempt, netAmount, nothing } from './payment';
import { captureLimit } from './operations/overcapture';

/** Attempt state → the interface's status of the attempt, from which follows that of the payment. */
const names = {
  payment_method_awaited: 'payment_method_awaited',
  confirmation_awaited: 'confirmation_awaited',
  authentication_initiated: 'started',
  authenticating: 'authentication_pending',
  authorizing: 'authorizing',
  pending: 'pending',
  authentication_pending: 'authentication_pending',
  cancellation_initiated: 'void_initiated',
  authorized: 'authorized',
  capture_initiated: 'capture_initiated',
  void_initiated: 'void_initiated',
  increment_initiated: 'pending',
  multiple_capture_initiated: 'capture_initiated',
  partial_charged_and_chargeable: 'partial_charged_and_chargeable',
  // A part is captured, whatever becomes of the captures under way.
  further_capture_initiated: 'partial_charged_and_chargeable',
  remainder_void_initiated: 'void_initiated',
  charged: 'charged',
  partial_charged: 'partial_charged',
  capture_review: 'capture_review',
  voided_post_charge: 'voided_post_charge',
  voided: 'voided',
  failure: 'failure',
  capture_failed: 'capture_failed',
  void_failed: 'void_failed',
  expired: 'expired',
  integrity_failure: 'integrity_failure',
} as const satisfies Record<AttemptState, AttemptStatus>;

/** The public status of every attempt in this state, but for one that is authorized in part. */
export const attemptStatusIn = (state: AttemptState): AttemptStatus => names[state];
export const intentStatusIn = (state: AttemptState): IntentStatus => intentStatusWith(names[state]);

/** The attempt's status by what is known, whatever a person claims. */
export function knownAttemptStatusOf(payment: Payment, attempt: Attempt): AttemptStatus {
  // A `failure` before any authorization: the authentication of the customer failed.
  if (attempt.state === 'failure' && attempt.authentication?.state === 'failed') return 'authentication_failed';
  return isPartlyAuthorized(payment, attempt) ? 'partially_authorized' : names[attempt.state];
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

/** The amount that can still be captured, by state (contract: amount bookkeeping). */
function capturable(payment: Payment): MinorUnits {
  const attempt = activeAttempt(payment);
  switch (attempt.state) {
    case 'payment_method_awaited':
    case 'confirmation_awaited':
      return payment.amountCapturable;
    case 'voided':
      // A payment cancelled before any processor received it shows the same amount as before.
      return attempt.facts.reference === null ? payment.amountCapturable : nothing;
    case 'authorized':
    case 'capture_initiated':
    case 'increment_initiated':
      return captureLimit(attempt).amount;
    case 'multiple_capture_initiated':
    case 'partial_charged_and_chargeable':
    case 'further_capture_initiated':
      return uncaptured(payment, attempt).amount;
    case 'authentication_initiated':
    case 'authenticating':
    case 'authorizing':
    case 'pending':
    case 'authentication_pending':
      return minorUnits(netAmount(payment).amount);
    default:
      return nothing;
  }
}

/** Recomputes the payment's public amounts from its attempts. */
export const withSums = (payment: Payment): Payment => ({
  ...payment,
  amountReceived: received(payment),
  amountCapturable: capturable(payment),
});
