import type { Refusal } from '../../kit/calls/refusal';
import type { OperationKind } from '../../kit/faults/fault-registry';
import type { Variation } from '../../kit/faults/plan';
import type { Effect } from '../../kit/ledger/effect';
import type { Moment } from '../../kit/moment';
import type { Step } from './methods/plays';
import type { Order } from './order';

export type PaymentStatus = 'processing' | 'requires_capture' | 'succeeded' | 'failed' | 'voided';
export type EventType =
  | 'payment.authorized'
  | 'payment.succeeded'
  | 'payment.failed'
  | 'payment.captured'
  | 'payment.capture_failed'
  | 'payment.voided'
  | 'payment.cancelled_post_capture'
  | 'payment.authorization_extended';

/** One operation and its outcome; refused operations stay on record, so that a lookup returns the reason. */
export interface Operation {
  readonly reference: string;
  readonly kind: OperationKind;
  readonly status: 'processing' | 'succeeded' | 'failed';
  readonly amount: number;
  readonly error: Refusal | null;
}

/** An operation with a later outcome: the time and the outcome are already set. */
export interface Pending {
  readonly kind: OperationKind;
  readonly reference: string;
  readonly amount: number;
  readonly status: 'succeeded' | 'failed';
  readonly atMs: number;
  /** Of a capture: another one may follow. */
  readonly keepsRest?: boolean;
  /** Of a capture that was reported as succeeded: it fails after all. */
  readonly isReversal?: true;
}

/** The open step of the customer: the id is the key of its page and ends with the customer's choice. */
export interface Challenge {
  readonly attemptId: string;
  readonly expiresAtMs: number;
  /** Absent in records from before there were other steps: the redirect. */
  readonly step?: Step;
  /** The kind of bank account or of wallet session that the step shows. */
  readonly variant?: string;
}

/** How webhooks of this payment are sent; `always` also reports what a response has already reported. */
export interface WebhookOptions {
  readonly url: string;
  readonly always: boolean;
  readonly never: boolean;
  readonly copies: number;
  readonly delayMs: number;
}

/**
 * The processor's whole record of a payment. Amounts are safe integers of minor units, validated on input. The record
 * never contains a card number: the ledger file stores the record unchanged.
 */
export interface Payment {
  readonly id: string;
  readonly connector: string;
  /** Digest of the API key of the request: selects the webhook secret. */
  readonly account: string;
  readonly reference: string;
  readonly attemptReference: string | null;
  readonly status: PaymentStatus;
  readonly amount: number;
  readonly amountReceived: number;
  readonly amountRefunded: number;
  readonly currency: string;
  readonly createdMs: number;
  /** The capture deadline, once the authorization was extended. */
  readonly captureBeforeMs?: number;
  readonly capture: 'automatic' | 'manual';
  /** Each capture fails some time after it has succeeded. */
  readonly capturesFail?: true;
  /** Several captures were requested. */
  readonly multicapture?: boolean;
  /** The most that can be captured, where an overcapture was requested. */
  readonly maximumCapturable?: number;
  /** The proof of an authentication before the payment, as the request has it. */
  readonly authentication?: Readonly<
    Record<'transaction_status' | 'cryptogram' | 'eci' | 'ds_transaction_id' | 'version', string>
  >;
  /** The plan by which the customer pays the amount; absent: at once. */
  readonly installments?: { readonly count: number; readonly frequency: 'month' };
  readonly methodType: string;
  /** The payment method's name on the bank page: `3D Secure`, `Klarna`. */
  readonly methodName: string;
  readonly returnUrl: string | null;
  readonly webhooks: WebhookOptions | null;
  readonly error: Refusal | null;
  readonly challenge: Challenge | null;
  readonly pending: Pending | null;
  readonly operations: readonly Operation[];
}

export interface Refund {
  readonly id: string;
  /** Null: the money goes to a card without a payment. */
  readonly paymentId: string | null;
  readonly reference: string;
  readonly status: 'succeeded';
  readonly currency: string;
  readonly createdMs: number;
  readonly paymentAmount: number | null;
  readonly refundAmount: number;
  /** Of a refund without a payment. */
  readonly recipient?: Recipient;
}

/** Who gets a refund without a payment; the record never contains a card number. */
export interface Recipient {
  readonly connector: string;
  readonly last4: string;
  readonly customer: string | null;
  readonly description: string | null;
}

/** The result of one call. With a `refusal` the call is answered by it; the changed records are stored all the same. */
export interface Decision {
  readonly payment?: Payment;
  readonly refund?: Refund;
  readonly order?: Order;
  readonly refusal?: Refusal;
  readonly effect?: Effect;
  readonly event?: EventType;
}

export const stepOf = ({ step }: Challenge): Step => step ?? 'redirect_to_url';

/** What is still authorized. */
export const amountCapturable = (payment: Payment): number =>
  payment.status === 'requires_capture' ? payment.amount - payment.amountReceived : 0;

/** The most that one capture may take now. */
export const maximumCapture = (payment: Payment): number =>
  Math.max(amountCapturable(payment), payment.status === 'requires_capture' ? (payment.maximumCapturable ?? 0) : 0);

/** The later outcome of an operation. */
export const pendingOf = (
  { kind, reference, amount }: Operation,
  { nowMs }: Moment,
  { ms, status }: NonNullable<Variation['settlesLater']>,
): Pending => ({ kind, reference, amount, status, atMs: nowMs + ms });
