import { minorUnits } from '@payorch/kernel';
import type { MinorUnits } from '@payorch/kernel';
import type { AttemptState } from './attempt.machine';
import type { Payment } from './payment';
import { activeAttempt, netAmount, nothing } from './payment';

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_customer_action'
  | 'requires_capture'
  | 'processing'
  | 'succeeded'
  | 'partially_captured'
  | 'failed'
  | 'cancelled'
  | 'cancelled_post_capture'
  | 'expired'
  | 'conflicted';

/** Attempt state → the interface's status of the attempt and of the payment. */
const names = {
  payment_method_awaited: ['payment_method_awaited', 'requires_payment_method'],
  confirmation_awaited: ['confirmation_awaited', 'requires_confirmation'],
  authorizing: ['authorizing', 'processing'],
  pending: ['pending', 'processing'],
  authentication_pending: ['authentication_pending', 'requires_customer_action'],
  cancellation_initiated: ['void_initiated', 'processing'],
  authorized: ['authorized', 'requires_capture'],
  capture_initiated: ['capture_initiated', 'processing'],
  void_initiated: ['void_initiated', 'processing'],
  increment_initiated: ['pending', 'processing'],
  charged: ['charged', 'succeeded'],
  partial_charged: ['partial_charged', 'partially_captured'],
  voided_post_charge: ['voided_post_charge', 'cancelled_post_capture'],
  voided: ['voided', 'cancelled'],
  failure: ['failure', 'failed'],
  capture_failed: ['capture_failed', 'failed'],
  void_failed: ['void_failed', 'failed'],
  expired: ['expired', 'expired'],
  integrity_failure: ['integrity_failure', 'conflicted'],
} as const satisfies Record<AttemptState, readonly [string, IntentStatus]>;

export type AttemptStatus = (typeof names)[AttemptState][0];

export const attemptStatusOf = (state: AttemptState): AttemptStatus => names[state][0];
export const intentStatusOf = (state: AttemptState): IntentStatus => names[state][1];
export const statusOf = (payment: Payment): IntentStatus => intentStatusOf(activeAttempt(payment).state);

export const intentStatuses: readonly IntentStatus[] = [...new Set(Object.values(names).map(([, intent]) => intent))];

/** The charged amount; null while nothing is charged, as on the wire. */
function received(payment: Payment): MinorUnits | null {
  const { state, facts } = activeAttempt(payment);
  return state === 'charged' || state === 'partial_charged' ? facts.charged.amount : payment.amountReceived;
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
      return attempt.facts.authorized.amount;
    case 'capture_initiated':
    case 'increment_initiated':
      return attempt.facts.authorized.amount;
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
