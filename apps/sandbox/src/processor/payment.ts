import type { Refusal } from './refusals';

export type PaymentStatus = 'processing' | 'requires_capture' | 'succeeded' | 'failed' | 'voided';
export type OperationKind = 'payment' | 'capture' | 'void' | 'post_capture_void' | 'extend';
/** `refund_return`: a refund that had gone through came back. `extend` moves nothing: the hold stays for longer. */
export type EffectKind =
  'hold' | 'charge' | 'capture' | 'void' | 'post_capture_void' | 'extend' | 'refund' | 'refund_return';
export type EventType =
  | 'payment.authorized'
  | 'payment.succeeded'
  | 'payment.failed'
  | 'payment.captured'
  | 'payment.voided'
  | 'payment.cancelled_post_capture'
  | 'payment.authorization_extended';

/** What one call asked for and what became of it; refused ones stay, so that a lookup can tell why. */
export interface Operation {
  readonly reference: string;
  readonly kind: OperationKind;
  readonly status: 'processing' | 'succeeded' | 'failed';
  readonly amount: number;
  readonly error: Refusal | null;
}

/** An operation whose answer was "later": the time and the way it ends are already known here. */
export interface Pending {
  readonly kind: OperationKind;
  readonly reference: string;
  readonly amount: number;
  readonly status: 'succeeded' | 'failed';
  readonly atMs: number;
}

/** The customer step that is still open: the id is the key of the bank page and goes with the customer's choice. */
export interface Challenge {
  readonly attemptId: string;
  readonly expiresAtMs: number;
}

/** How this payment's webhooks go out; `always` also tells what the caller already heard in the answer. */
export interface WebhookOptions {
  readonly url: string;
  readonly always: boolean;
  readonly never: boolean;
  readonly copies: number;
  readonly delayMs: number;
}

/**
 * The processor's whole record of a payment. Amounts are safe integers of minor units, checked where they come in.
 * It never holds a card number: the ledger file repeats this record as it is.
 */
export interface Payment {
  readonly id: string;
  readonly connector: string;
  /** Digest of the api key that made it: chooses the webhook secret. */
  readonly account: string;
  readonly reference: string;
  readonly attemptReference: string | null;
  readonly status: PaymentStatus;
  readonly amount: number;
  readonly amountReceived: number;
  readonly amountRefunded: number;
  readonly currency: string;
  readonly createdMs: number;
  /** Until when what is held may be captured, once that was extended. */
  readonly captureBeforeMs?: number;
  readonly capture: 'automatic' | 'manual';
  readonly methodType: string;
  /** What the bank page calls the method: `3D Secure`, `Klarna`. */
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
  readonly paymentId: string;
  readonly reference: string;
  readonly status: 'succeeded';
  readonly currency: string;
  readonly createdMs: number;
  readonly paymentAmount: number;
  readonly refundAmount: number;
}

/** Money held, for longer too, taken, let go or given back: what the ledger counts. */
export interface Effect {
  readonly kind: EffectKind;
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
}

/** What one call comes to. `refusal` is the answer where there is one; the changed records are kept all the same. */
export interface Decision {
  readonly payment?: Payment;
  readonly refund?: Refund;
  readonly refusal?: Refusal;
  readonly effect?: Effect;
  readonly event?: EventType;
}

/** Deviations that a fault may ask of an execution. */
export interface Variation {
  readonly settlesLater?: { readonly ms: number; readonly status: 'succeeded' | 'failed' };
  /** Added to the amount held or charged. */
  readonly amountDelta?: number;
}

export interface Moment {
  readonly nowMs: number;
  newId(prefix: string): string;
}

export const amountCapturable = (payment: Payment): number =>
  payment.status === 'requires_capture' ? payment.amount - payment.amountReceived : 0;

/** The open end of an operation that is answered with "later". */
export const pendingOf = (
  { kind, reference, amount }: Operation,
  { nowMs }: Moment,
  { ms, status }: NonNullable<Variation['settlesLater']>,
): Pending => ({ kind, reference, amount, status, atMs: nowMs + ms });
