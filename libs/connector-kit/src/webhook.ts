import type { Outcome } from '@payorch/contracts';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RefundSyncOperation, SyncOperation } from './flows';

/** A processor's webhook as it arrived. Header names are in lower case. */
export interface RawWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** How a fact finds the operations that it is about: by either of the two. */
interface Named {
  /** The processor's id: of the payment, or of the refund. */
  readonly reference: string;
  /** Which of our operations it may be about, where it names them. */
  readonly operationIds: readonly string[];
}

/** Something said of a payment's operations of one flow. */
export interface PaymentFact extends Named {
  readonly flow: SyncOperation['flow'];
  /** What it says of one operation: read as the answer to a sync would be. */
  outcomeOf(operation: SyncOperation): Outcome;
}

/** Something said of one refund. */
export interface RefundFact extends Named {
  readonly flow: 'refund';
  outcomeOf(operation: RefundSyncOperation): Outcome;
}

export type WebhookFact = PaymentFact | RefundFact;

/** A webhook that could be read: one event may speak of a payment, of its captures and of its refunds at once. */
export interface WebhookEvent {
  /** The processor's id of the event: the same one counts once. */
  readonly eventId: string;
  readonly facts: readonly WebhookFact[];
}

/** Everything that a verification may look at. Several secrets are live during a rotation; `now` comes from the caller. */
export interface WebhookEvidence extends RawWebhook {
  readonly secrets: readonly string[];
  readonly now: Date;
}

/** What stands before the body: looked at while the body is still on its way. */
export type WebhookHead = Omit<WebhookEvidence, 'body' | 'secrets'>;

/** irrelevant: genuine, but about none of our operations. unreadable: not the shape that the processor sends. */
export type WebhookReading =
  | { readonly kind: 'event'; readonly event: WebhookEvent }
  | { readonly kind: 'irrelevant' }
  | { readonly kind: 'unreadable' };

/** How a connector's webhooks are believed and read. All of it is pure. */
export interface WebhookReader {
  /** False where the form or the time of the signature already says that `verifyWebhook` would be false, whatever the body. */
  mayBeGenuine(head: WebhookHead): boolean;
  verifyWebhook(evidence: WebhookEvidence): boolean;
  parseWebhook(body: Buffer): WebhookReading;
}

/** Compares a signature in hex with the HMAC-SHA256 of the parts, in constant time. */
export function isHmacSha256(hex: string, secret: string, ...parts: readonly (string | Buffer)[]): boolean {
  const hmac = createHmac('sha256', secret);
  for (const part of parts) hmac.update(part);
  const given = /^[0-9a-f]{64}$/i.test(hex) ? Buffer.from(hex, 'hex') : Buffer.alloc(0);
  const expected = hmac.digest();
  return given.length === expected.length && timingSafeEqual(given, expected);
}
