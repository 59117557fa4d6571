import type { WebhookFact, WebhookHead, WebhookReader } from '@payorch/connector-kit';
import { isHmacSha256, jsonOf } from '@payorch/connector-kit';
import { z } from 'zod';
import { transferOf } from './responses/status';
import type { WireTransfer } from './responses/wire';
import { transfer } from './responses/wire';

/** The header of the signature: 32 bytes as base64. */
const signature = /^[A-Za-z0-9+/]{43}=$/;
/** The key as the Customer Area shows it: 32 bytes as hex. */
const hexKey = /^[0-9A-Fa-f]{64}$/;

const event = z.object({ type: z.string(), timestamp: z.string().nullish(), data: z.unknown() });
const relevant: ReadonlySet<string> = new Set(['balancePlatform.transfer.created', 'balancePlatform.transfer.updated']);

/** Money that leaves for a bank account or a card. Other transfers are the platform's own, and incoming ones are none of ours. */
const about = z.object({ category: z.string(), direction: z.string().nullish() });
const isPayout = ({ category, direction }: z.infer<typeof about>): boolean =>
  (category === 'bank' || category === 'card') && direction !== 'incoming';

/** A transfer's webhooks are numbered. One without a number is named by its status and time. */
const eventIdOf = ({ id, sequenceNumber, status }: WireTransfer, timestamp: string | null | undefined): string =>
  `${id}:${sequenceNumber ?? [status, timestamp].join(':')}`;

const factOf = (of: WireTransfer): WebhookFact => ({
  flow: 'payout_fulfill',
  reference: of.id,
  operationIds: of.reference ? [of.reference] : [],
  outcomeOf: (operation) => transferOf(of, operation),
});

/** The signature of a head as hex; undefined if its form is wrong. */
function signatureOf({ headers }: Pick<WebhookHead, 'headers'>): string | undefined {
  const base64 = headers['hmacsignature'] ?? '';
  return signature.test(base64) ? Buffer.from(base64, 'base64').toString('hex') : undefined;
}

/** Adyen signs the body alone, and sends a webhook again for up to 30 days. */
export const webhooks: WebhookReader = {
  signsNoTime: true,
  signature: { header: 'hmacsignature' },

  mayBeGenuine: (head) => signatureOf(head) !== undefined,

  verifyWebhook({ body, secrets, headers }) {
    const hex = signatureOf({ headers });
    if (hex === undefined) return false;
    return secrets.some((secret) => hexKey.test(secret) && isHmacSha256(hex, Buffer.from(secret, 'hex'), body));
  },

  parseWebhook(body) {
    const read = event.safeParse(jsonOf(body.toString('utf8')));
    if (!read.success) return { kind: 'unreadable' };
    if (!relevant.has(read.data.type)) return { kind: 'irrelevant' };
    const kind = about.safeParse(read.data.data);
    if (!kind.success) return { kind: 'unreadable' };
    if (!isPayout(kind.data)) return { kind: 'irrelevant' };
    const of = transfer.safeParse(read.data.data);
    if (!of.success) return { kind: 'unreadable' };
    const eventId = eventIdOf(of.data, read.data.timestamp);
    return { kind: 'event', event: { eventId, facts: [factOf(of.data)] } };
  },
};
