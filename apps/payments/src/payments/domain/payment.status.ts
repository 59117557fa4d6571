import { minorUnits } from '@payorch/kernel';
import type { MinorUnits } from '@payorch/kernel';
import type { Attempt } from './attempt';
import type { AttemptState } from './attempt.machine';
import { uncaptured } from './operations/captures';
import { isPartlyAuthorized } from './operations/partial-authorization';
import type { Payment } from './payment';
import { activeAttempt, netAmount, nothing } from './payment';
import { captureLimit } from './operations/overcapture';

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_customer_action'
  | 'requires_capture'
  | 'partially_authorized_and_requires_capture'
  | 'processing'
  | 'succeeded'
  | 'partially_captured'
  | 'partially_captured_and_capturable'
  | 'failed'
  | 'cancelled'
  | 'cancelled_post_capture'
  | 'expired'
  | 'conflicted'
  | 'review';

/** Attempt state → the interface's status of the attempt and of the payment. */
const names = {
  payment_method_awaited: ['payment_method_awaited', 'requires_payment_method'],
  confirmation_awaited: ['confirmation_awaited', 'requires_confirmation'],
  authentication_initiated: ['started', 'processing'],
  authenticating: ['authentication_pending', 'requires_customer_action'],
  authorizing: ['authorizing', 'processing'],
  pending: ['pending', 'processing'],
  authentication_pending: ['authentication_pending', 'requires_customer_action'],
  cancellation_initiated: ['void_initiated', 'processing'],
  authorized: ['authorized', 'requires_capture'],
  capture_initiated: ['capture_initiated', 'processing'],
  void_initiated: ['void_initiated', 'processing'],
  increment_initiated: ['pending', 'processing'],
  multiple_capture_initiated: ['capture_initiated', 'processing'],
  partial_charged_and_chargeable: ['partial_charged_and_chargeable', 'partially_captured_and_capturable'],
  // A part is captured, whatever becomes of the captures under way.
  further_capture_initiated: ['partial_charged_and_chargeable', 'partially_captured_and_capturable'],
  remainder_void_initiated: ['void_initiated', 'processing'],
  charged: ['charged', 'succeeded'],
  partial_charged: ['partial_charged', 'partially_captured'],
  capture_review: ['capture_review', 'review'],
  voided_post_charge: ['voided_post_charge', 'cancelled_post_capture'],
  voided: ['voided', 'cancelled'],
  failure: ['failure', 'failed'],
  capture_failed: ['capture_failed', 'failed'],
  void_failed: ['void_failed', 'failed'],
  expired: ['expired', 'expired'],
  integrity_failure: ['integrity_failure', 'conflicted'],
} as const satisfies Record<AttemptState, readonly [string, IntentStatus]>;

/** An `authorized` attempt with less than the total, where the merchant accepts that. */
const partlyAuthorized = ['partially_authorized', 'partially_authorized_and_requires_capture'] as const;

/** A `failure` before any authorization: the authentication of the customer failed. */
const notAuthenticated = ['authentication_failed', 'failed'] as const;

export type AttemptStatus =
  | (typeof names)[AttemptState][0]
  | (typeof partlyAuthorized)[0]
  | (typeof notAuthenticated)[0];

function namesOf(payment: Payment, attempt: Attempt): readonly [AttemptStatus, IntentStatus] {
  if (attempt.state === 'failure' && attempt.authentication?.state === 'failed') return notAuthenticated;
  return isPartlyAuthorized(payment, attempt) ? partlyAuthorized : names[attempt.state];
}

/** The public status of every attempt in this state, but for one that is authorized in part. */
export const attemptStatusIn = (state: AttemptState): AttemptStatus => names[state][0];
export const intentStatusIn = (state: AttemptState): IntentStatus => names[state][1];

export const attemptStatusOf = (payment: Payment, attempt: Attempt): AttemptStatus => namesOf(payment, attempt)[0];
export const statusOf = (payment: Payment): IntentStatus => namesOf(payment, activeAttempt(payment))[1];

export const intentStatuses: readonly IntentStatus[] = [
  ...new Set([...Object.values(names).map(([, intent]) => intent), partlyAuthorized[1]]),
];

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
