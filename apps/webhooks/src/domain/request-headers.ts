import type { Secret } from '@payorch/kernel';
import { bodySignature, timedSignature } from './signatures';

/** Names that decide how a request is framed, where it goes or what is signed: never a merchant's to set. */
const ours = new Set([
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
const ourPrefixes = ['webhook-', 'x-webhook-signature', 'x-forwarded-', 'proxy-', 'sec-'];
const token = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/;
const printable = /^[\x20-\x7e]{0,1024}$/;

/** Whether a merchant's header may ride along. */
export function mayBeSent(name: string, value: unknown): value is string {
  const lower = name.toLowerCase();
  if (!token.test(name) || ours.has(lower) || ourPrefixes.some((prefix) => lower.startsWith(prefix))) return false;
  return typeof value === 'string' && printable.test(value);
}

export interface RequestFacts {
  readonly eventId: string;
  readonly body: Buffer;
  readonly sentAt: Date;
  readonly key: Secret | null;
  readonly customHeaders: Readonly<Record<string, unknown>>;
}

/** All headers of a delivery; signatures are there whenever the profile has a hash key. */
export function requestHeaders({ eventId, body, sentAt, key, customHeaders }: RequestFacts): Record<string, string> {
  const custom = Object.entries(customHeaders).filter((entry): entry is [string, string] => mayBeSent(...entry));
  const seconds = Math.floor(sentAt.getTime() / 1000);
  return {
    ...Object.fromEntries(custom.map(([name, value]) => [name.toLowerCase(), value])),
    'content-type': 'application/json',
    'user-agent': 'payorch',
    'webhook-id': eventId,
    'webhook-timestamp': String(seconds),
    ...(key && {
      'x-webhook-signature-512': bodySignature(key.reveal(), body),
      'webhook-signature': timedSignature(key.reveal(), eventId, seconds, body),
    }),
  };
}
