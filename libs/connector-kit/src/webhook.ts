import type { Outcome } from '@payorch/contracts';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SyncOperation } from './flows';

/** A processor's webhook as it arrived. Header names are in lower case. */
export interface RawWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A webhook that could be read. It carries facts about one payment of the processor. */
export interface WebhookEvent {
  /** The processor's id of the event: the same one counts once. */
  readonly eventId: string;
  /** The processor's id of the payment. */
  readonly reference: string;
  /** Which of our operations it may be about, where it names them. */
  readonly operationIds: readonly string[];
  readonly flow: SyncOperation['flow'];
  /** What it says of one operation: read as the answer to a sync would be. */
  outcomeOf(operation: SyncOperation): Outcome;
}

/** Everything that a verification may look at. Several secrets are live during a rotation; `now` comes from the caller. */
export interface WebhookEvidence extends RawWebhook {
  readonly secrets: readonly string[];
  readonly now: Date;
}

/** irrelevant: genuine, but about none of our operations. unreadable: not the shape that the processor sends. */
export type WebhookReading =
  | { readonly kind: 'event'; readonly event: WebhookEvent }
  | { readonly kind: 'irrelevant' }
  | { readonly kind: 'unreadable' };

/** How a connector's webhooks are believed and read. Both are pure. */
export interface WebhookReader {
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
