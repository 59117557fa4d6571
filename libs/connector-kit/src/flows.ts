import type { Json, JsonObject, MandateUse, Outcome, ProcessorError } from '@payorch/contracts';
import type { AttemptId, Money, OperationId, Secret } from '@payorch/kernel';
import type { HttpReply, HttpRequest } from './http';

/** An opened card: it exists only around the call. */
export interface Card {
  readonly number: Secret;
  readonly expiryMonth: string;
  readonly expiryYear: string;
  readonly cvc: Secret | null;
  readonly holderName: string | null;
  readonly network: string | null;
}

export interface AuthorizeOperation {
  /** Our only idempotency key and reference at the processor, for life. */
  readonly id: OperationId;
  readonly attemptId: AttemptId;
  readonly money: Money;
  readonly capture: 'automatic' | 'manual';
  readonly paymentMethod: string;
  readonly paymentMethodType: string | null;
  readonly card: Card | null;
  /** What is paid with where it is no card, opened: the wire's `payment_method_data`, `{"wallet": {"apple_pay": …}}`. */
  readonly methodData: JsonObject | null;
  readonly mandate: MandateUse;
  /** The sum may be raised later. */
  readonly incremental: boolean;
  /** What is held should stay held for longer than is usual. */
  readonly extended: boolean;
  readonly threeDs: boolean;
  /** Where the processor sends the customer's browser back to. */
  readonly returnUrl: string;
  /** Where the processor reports to; null where we cannot be reached. */
  readonly webhookUrl: string | null;
  readonly customerId: string | null;
  readonly customerName: string | null;
  readonly customerPhone: string | null;
  readonly email: string | null;
  readonly billing: JsonObject | null;
  readonly shipping: JsonObject | null;
  readonly browserInfo: JsonObject | null;
  readonly description: string | null;
  readonly statementDescriptor: string | null;
  readonly metadata: JsonObject | null;
}

export interface CaptureOperation {
  readonly id: OperationId;
  /** The processor's id of the payment. */
  readonly reference: string;
  readonly money: Money;
  readonly authorized: Money;
}

export interface VoidOperation {
  readonly id: OperationId;
  readonly reference: string;
  readonly reason: string | null;
}

/** Take back a charge, whole, before it is settled; `charged` is what was taken. */
export interface PostCaptureVoidOperation {
  readonly id: OperationId;
  readonly reference: string;
  readonly charged: Money;
  readonly reason: string | null;
}

/** Have what is held stay held for longer. */
export interface ExtendOperation {
  readonly id: OperationId;
  readonly reference: string;
}

/** Raise what is held: `money` is the new sum, `authorized` the one until now. */
export interface IncrementOperation {
  readonly id: OperationId;
  readonly reference: string;
  readonly money: Money;
  readonly authorized: Money;
  readonly reason: string | null;
}

export interface RefundOperation {
  readonly id: OperationId;
  readonly refundId: string;
  /** The processor's id of the payment. */
  readonly reference: string;
  readonly money: Money;
  readonly charged: Money;
  readonly reason: string | null;
  readonly webhookUrl: string | null;
  readonly metadata: JsonObject | null;
}

/** A question after another operation: `id` and `flow` are that one's, and so is the sum that was asked for. */
export type SyncOperation = {
  readonly id: OperationId;
  /** null where we never heard it: only `id` can find the payment. */
  readonly reference: string | null;
} & (
  | { readonly flow: 'authorize' | 'capture' | 'increment'; readonly money: Money }
  | { readonly flow: 'void' | 'extend' | 'post_capture_void' }
);

/** A question after a refund: `id` is the refund's operation. */
export interface RefundSyncOperation {
  readonly id: OperationId;
  readonly refundId: string;
  /** The processor's id of the refund; null where we never heard it. */
  readonly reference: string | null;
  readonly paymentReference: string;
  readonly money: Money;
}

/** `setup` is an authorization of zero: it charges nothing and stores the method. */
export interface Operations {
  readonly authorize: AuthorizeOperation;
  readonly setup: AuthorizeOperation;
  readonly increment: IncrementOperation;
  readonly extend: ExtendOperation;
  readonly capture: CaptureOperation;
  readonly void: VoidOperation;
  readonly postCaptureVoid: PostCaptureVoidOperation;
  readonly sync: SyncOperation;
  readonly refund: RefundOperation;
  readonly refundSync: RefundSyncOperation;
}
export type FlowName = keyof Operations;

/** One merchant's account at the processor, opened. */
export interface Account<Credentials> {
  readonly connector: string;
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly metadata: Readonly<Record<string, Json>> | null;
}

/** What the preliminary calls of an operation brought, under their names. */
export type Found = Readonly<Record<string, string>>;

/** A preliminary's answer. failed: the operation ends so, and nothing of it was sent. */
export type PreliminaryAnswer =
  | { readonly kind: 'found'; readonly value: string }
  | { readonly kind: 'failed'; readonly error: ProcessorError; readonly retry: 'another_account' | 'never' };

/**
 * A call that has to go first and neither moves nor holds money: making a token of a card, a customer. Whatever happens to
 * it, the operation itself was not sent. It carries an idempotency key of its own, made of the operation's id and its name.
 */
export interface Preliminary<Name extends FlowName, Credentials> {
  readonly name: string;
  isNeeded(operation: Operations[Name]): boolean;
  buildRequest(operation: Operations[Name], account: Account<Credentials>, found: Found): HttpRequest;
  parseResponse(operation: Operations[Name], reply: HttpReply): PreliminaryAnswer;
}

/**
 * One operation as a pure mapping, both ways: no clock, no random, no I/O. `parseResponse` never throws: what it cannot
 * read is `unknown`. `before` are its preliminaries, in order.
 */
export interface Flow<Name extends FlowName, Credentials> {
  readonly before?: readonly Preliminary<Name, Credentials>[];
  buildRequest(operation: Operations[Name], account: Account<Credentials>, found: Found): HttpRequest;
  parseResponse(operation: Operations[Name], reply: HttpReply, found: Found): Outcome;
}

/** The flows of a connector. What it cannot do has no key. */
export type Flows<Credentials> = {
  readonly [Name in FlowName]?: Flow<Name, Credentials>;
};
