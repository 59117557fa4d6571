import { at, numberAt, textAt, type Json } from './json';

/** What the page shows for a payment. */
export type PaymentState = 'payable' | 'action' | 'processing' | 'succeeded' | 'failed' | 'cancelled' | 'expired';

const states: Readonly<Record<string, PaymentState>> = {
  requires_payment_method: 'payable',
  requires_confirmation: 'payable',
  requires_customer_action: 'action',
  processing: 'processing',
  requires_merchant_action: 'processing',
  review: 'processing',
  conflicted: 'processing',
  partially_captured_and_processing: 'processing',
  succeeded: 'succeeded',
  requires_capture: 'succeeded',
  partially_captured: 'succeeded',
  partially_captured_and_capturable: 'succeeded',
  partially_authorized_and_requires_capture: 'succeeded',
  failed: 'failed',
  cancelled: 'cancelled',
  cancelled_post_capture: 'cancelled',
  expired: 'expired',
};

/** The state for a status of the interface. A status that the page does not know is no failure: the payment goes on. */
export const stateOf = (status: string | undefined): PaymentState =>
  status !== undefined && Object.hasOwn(states, status) ? states[status]! : 'processing';

/** What the page knows of the payment from a response. */
export interface KnownPayment {
  /** The interface's IntentStatus. */
  readonly status: string;
  readonly state: PaymentState;
  /** The reason of a failure in the customer's words. */
  readonly reason: string | undefined;
  /** Whether a failed payment may be confirmed again. */
  readonly mayRetry: boolean;
  readonly attempts: number;
  readonly whole: Json;
}

export function paymentOf(response: Json): KnownPayment | undefined {
  const status = textAt(response, 'status');
  if (status === undefined) return undefined;
  return {
    status,
    state: stateOf(status),
    reason: textAt(response, 'unified_message'),
    mayRetry: at(response, 'manual_retry_allowed') === true,
    attempts: numberAt(response, 'attempt_count') ?? 1,
    whole: response,
  };
}

/** How long to wait before the next look at a payment: soon at first, then every ten seconds, for a quarter of an hour. */
export function pollDelayMs(polls: number): number | null {
  if (polls > 95) return null;
  return [1000, 1000, 2000, 2000, 3000, 5000][polls] ?? 10_000;
}

/**
 * After a lost connection: the polls that must see an unchanged payment before the page says that the request was not received.
 * The gateway's longest wait for a processor is over by then.
 */
export const pollsUntilNotReceived = 9;

/**
 * The same where the connection failed without a response: what reached the gateway before is in order before such a poll, and what
 * did not reach it never will. Even a confirmation that is late is the only one: a payment has one at a time.
 */
export const pollsUntilNotSent = 2;

export type ConfirmResult =
  | { readonly kind: 'payment'; readonly payment: KnownPayment }
  /** The payment is in another state than the page believed. */
  | {
      readonly kind: 'moved_on';
      /** What the confirmation would have charged, where the page has shown another total: `EUR 65.40`. */
      readonly total?: string;
    }
  | { readonly kind: 'not_accepted' }
  | { readonly kind: 'too_many' }
  /** We cannot say whether the payment was confirmed. */
  | { readonly kind: 'unknown' };

/** `status`: null where no response arrived. A response that the page cannot read leaves the outcome unknown. */
export function confirmResult(status: number | null, body: Json): ConfirmResult {
  if (status === null || status >= 500) return { kind: 'unknown' };
  if (status === 200) {
    const payment = paymentOf(body);
    return payment ? { kind: 'payment', payment } : { kind: 'unknown' };
  }
  if (status === 429) return { kind: 'too_many' };
  if (textAt(body, 'error', 'code') !== 'IR_16' && status !== 409) return { kind: 'not_accepted' };
  const total = textAt(body, 'error', 'total');
  return { kind: 'moved_on', ...(total !== undefined && { total }) };
}
