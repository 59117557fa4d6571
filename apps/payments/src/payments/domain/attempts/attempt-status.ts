import type { AttemptStatus, PaymentStatus } from '@payorch/contracts';

export type { AttemptStatus };
/** The status of a payment. */
export type IntentStatus = PaymentStatus;

/** The money that a status says has moved at the processor. returned: charged, and then voided or reversed without a refund of ours. */
export type MovedMoney =
  | 'none'
  | 'authorized'
  | 'authorized_partly'
  | 'charged_partly'
  | 'charged'
  | 'returned'
  | 'another_amount';

/** Every attempt status of the interface → the status of a payment with such an attempt, and the money that has moved. */
const statuses = {
  started: ['processing', 'none'],
  authentication_failed: ['failed', 'none'],
  router_declined: ['failed', 'none'],
  authentication_pending: ['requires_customer_action', 'none'],
  authentication_successful: ['processing', 'none'],
  authorized: ['requires_capture', 'authorized'],
  authorization_failed: ['failed', 'none'],
  charged: ['succeeded', 'charged'],
  authorizing: ['processing', 'none'],
  cod_initiated: ['processing', 'none'],
  voided: ['cancelled', 'none'],
  voided_post_charge: ['cancelled_post_capture', 'returned'],
  void_initiated: ['processing', 'authorized'],
  capture_initiated: ['processing', 'authorized'],
  capture_failed: ['failed', 'authorized'],
  void_failed: ['failed', 'authorized'],
  auto_refunded: ['succeeded', 'returned'],
  partial_charged: ['partially_captured', 'charged_partly'],
  partially_authorized: ['partially_authorized_and_requires_capture', 'authorized_partly'],
  partial_charged_and_chargeable: ['partially_captured_and_capturable', 'charged_partly'],
  unresolved: ['requires_merchant_action', 'none'],
  pending: ['processing', 'none'],
  failure: ['failed', 'none'],
  payment_method_awaited: ['requires_payment_method', 'none'],
  confirmation_awaited: ['requires_confirmation', 'none'],
  device_data_collection_pending: ['requires_customer_action', 'none'],
  integrity_failure: ['conflicted', 'another_amount'],
  expired: ['expired', 'none'],
  capture_review: ['review', 'charged'],
} as const satisfies Record<AttemptStatus, readonly [IntentStatus, MovedMoney]>;

export const attemptStatuses = Object.keys(statuses) as AttemptStatus[];
export const isAttemptStatus = (text: string): text is AttemptStatus => Object.hasOwn(statuses, text);

export const intentStatusWith = (status: AttemptStatus): IntentStatus => statuses[status][0];
export const movedMoneyIn = (status: AttemptStatus): MovedMoney => statuses[status][1];

export const intentStatuses: readonly IntentStatus[] = [
  ...new Set(Object.values(statuses).map(([intentStatus]) => intentStatus)),
];
