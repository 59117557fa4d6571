import type { Outcome, ProcessorDispute } from '@payorch/contracts';
import { declarationOf } from '@payorch/operations';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PayoutSyncOperation, RefundSyncOperation, SyncOperation } from './flows';

/** A processor's webhook as it arrived. Header names are in lower case. */
export interface RawWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Identifies the operations of a fact: by either of the two. */
interface Named {
  /** The processor's id: of the payment, or of the refund. */
  readonly reference: string;
  /** Our operation ids, if the webhook names them. */
  readonly operationIds: readonly string[];
}

/** A fact about a payment's operations of one flow. */
export interface PaymentFact extends Named {
  readonly flow: SyncOperation['flow'];
  /** The outcome of one operation, read like the answer to a sync. */
  outcomeOf(operation: SyncOperation): Outcome;
}

/** A fact about one refund. */
export interface RefundFact extends Named {
  readonly flow: 'refund';
  outcomeOf(operation: RefundSyncOperation): Outcome;
}

/** A fact about one step of a payout. `reference`: the processor's id of the payout, or of what the step created. */
export interface PayoutFact extends Named {
  readonly flow: PayoutSyncOperation['flow'];
  outcomeOf(operation: PayoutSyncOperation): Outcome;
}

export type WebhookFact = PaymentFact | RefundFact | PayoutFact;

export const isPayoutFact = (fact: WebhookFact): fact is PayoutFact => declarationOf(fact.flow).owner === 'payout';

/** What the processor says of a payment method that it saved: whether the customer's permission to charge it holds. */
export interface MandateFact {
  /** The processor's id of the saved payment method. */
  readonly reference: string;
  readonly status: 'active' | 'revoked';
}

/** What the processor says of a dispute of a charge. */
export interface DisputeFact {
  /** The disputed payment: by the processor's id of it, or by our operation ids. */
  readonly charge: Named;
  readonly dispute: ProcessorDispute;
}

/** A readable webhook: one event may contain facts about a payment, its captures and its refunds. */
export interface WebhookEvent {
  /** The processor's id of the event: an event counts once. */
  readonly eventId: string;
  readonly facts: readonly WebhookFact[];
  readonly mandates?: readonly MandateFact[];
  readonly disputes?: readonly DisputeFact[];
}

/** The input of a verification. Several secrets are live during a rotation; `now` comes from the caller. */
export interface WebhookEvidence extends RawWebhook {
  readonly secrets: readonly string[];
  readonly now: Date;
}

/** The part before the body: checked while the body is still being received. */
export type WebhookHead = Omit<WebhookEvidence, 'body' | 'secrets'>;

/** irrelevant: genuine, but about none of our operations. unreadable: not the shape that the processor sends. */
export type WebhookReading =
  | { readonly kind: 'event'; readonly event: WebhookEvent }
  | { readonly kind: 'irrelevant' }
  | { readonly kind: 'unreadable' };

/** Verifies and reads a connector's webhooks. All methods are pure. */
export interface WebhookReader {
  /** The processor signs no time, so a webhook is genuine for ever: what was received once changes nothing when it comes again. */
  readonly signsNoTime?: true;
  /** Explains to the merchant why `mayBeGenuine` was false; nothing is decided by it. */
  readonly signature?: {
    /** In lower case. */
    readonly header: string;
    /** The time that the header names. */
    readonly signedAt?: (header: string) => Date | undefined;
  };
  /** False if `verifyWebhook` is false for every body, by the form or the time of the signature. */
  mayBeGenuine(head: WebhookHead): boolean;
  verifyWebhook(evidence: WebhookEvidence): boolean;
  parseWebhook(body: Buffer): WebhookReading;
}

/** Compares a signature in hex with the HMAC-SHA256 of the parts, in constant time. */
export function isHmacSha256(hex: string, secret: string | Buffer, ...parts: readonly (string | Buffer)[]): boolean {
  const hmac = createHmac('sha256', secret);
  for (const part of parts) hmac.update(part);
  const actual = /^[0-9a-f]{64}$/i.test(hex) ? Buffer.from(hex, 'hex') : Buffer.alloc(0);
  const expected = hmac.digest();
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
