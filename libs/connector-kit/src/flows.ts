import type { Json, JsonObject, Outcome } from '@payorch/contracts';
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
  readonly threeDs: boolean;
  /** Where the processor sends the customer's browser back to. */
  readonly returnUrl: string;
  /** Where the processor reports to; null where we cannot be reached. */
  readonly webhookUrl: string | null;
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

/** A question after another operation: `id` and `flow` are that one's, and so is the sum that was asked for. */
export type SyncOperation = {
  readonly id: OperationId;
  /** null where we never heard it: only `id` can find the payment. */
  readonly reference: string | null;
} & ({ readonly flow: 'authorize' | 'capture'; readonly money: Money } | { readonly flow: 'void' });

export interface Operations {
  readonly authorize: AuthorizeOperation;
  readonly capture: CaptureOperation;
  readonly void: VoidOperation;
  readonly sync: SyncOperation;
}
export type FlowName = keyof Operations;

/** One merchant's account at the processor, opened. */
export interface Account<Credentials> {
  readonly connector: string;
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly metadata: Readonly<Record<string, Json>> | null;
}

/**
 * One operation as a pure mapping, both ways: no clock, no random, no I/O. `parseResponse` never throws: what it cannot
 * read is `unknown`.
 */
export interface Flow<Name extends FlowName, Credentials> {
  buildRequest(operation: Operations[Name], account: Account<Credentials>): HttpRequest;
  parseResponse(operation: Operations[Name], reply: HttpReply): Outcome;
}

/** The flows of a connector. What it cannot do has no key. */
export type Flows<Credentials> = {
  readonly [Name in FlowName]?: Flow<Name, Credentials>;
};
