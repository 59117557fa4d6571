import type { Secret } from '@payorch/kernel';
import { bodySignature, timedSignature } from './signatures';

/** Headers for the framing, target or signature of a request; merchants cannot set these. */
const reservedNames = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'date',
  'expect',
  'forwarded',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'via',
]);
const reservedPrefixes = ['webhook-', 'x-webhook-signature', 'x-forwarded-', 'proxy-', 'sec-'];
const token = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/;
const printable = /^[\x20-\x7e]{0,1024}$/;

/** Whether a merchant's header may be sent. */
export function mayBeSent(name: string, value: unknown): value is string {
  const lower = name.toLowerCase();
  if (!token.test(name) || reservedNames.has(lower) || reservedPrefixes.some((prefix) => lower.startsWith(prefix)))
    return false;
  return typeof value === 'string' && printable.test(value);
}

export interface HeaderParts {
  readonly eventId: string;
  readonly body: Buffer;
  readonly sentAt: Date;
  readonly key: Secret | null;
  /** The key before the last rotation, while it is valid. */
  readonly previousKey?: Secret | null;
  readonly customHeaders: Readonly<Record<string, unknown>>;
}

/** All headers of a delivery; with signatures when the endpoint has a key. One signature header has room for one key: the new one. */
export function requestHeaders({
  eventId,
  body,
  sentAt,
  key,
  previousKey,
  customHeaders,
}: HeaderParts): Record<string, string> {
  const custom = Object.entries(customHeaders).filter((entry): entry is [string, string] => mayBeSent(...entry));
  const seconds = Math.floor(sentAt.getTime() / 1000);
  const keys = [key, previousKey].flatMap((one) => (one ? [one.reveal()] : []));
  return {
    ...Object.fromEntries(custom.map(([name, value]) => [name.toLowerCase(), value])),
    'content-type': 'application/json',
    'user-agent': 'payorch',
    'webhook-id': eventId,
    'webhook-timestamp': String(seconds),
    ...(key && {
      'x-webhook-signature-512': bodySignature(key.reveal(), body),
      // A receiver accepts a request of which one signature matches.
      'webhook-signature': keys.map((one) => timedSignature(one, eventId, seconds, body)).join(' '),
    }),
  };
}
