import { jsonOf, type PayoutFact, type WebhookHead, type WebhookReader } from '@payorch/connector-kit';
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import { stepOf } from './responses/status';
import { stateChange } from './responses/wire';

const event = z.object({ event_type: z.string(), data: z.unknown() });
type StateChange = z.output<typeof stateChange>;

/**
 * The webhook names no amount: it is that of the transfer, which Wise fixes at its creation, where it was compared. It names none of our
 * ids either, so only a transfer whose id is known is found.
 */
const factOf = (flow: PayoutFact['flow'], { resource, current_state: state }: StateChange): PayoutFact => ({
  flow,
  reference: resource.id,
  operationIds: [],
  outcomeOf: (operation) => stepOf({ reference: resource.id, state, money: operation.money }, operation),
});

/**
 * The id of an event, of what the signature covers: the id of the delivery is a header, which an attacker could change to have an old
 * event count as a new one.
 */
const eventIdOf = ({ resource, current_state: state, occurred_at: at }: StateChange): string =>
  `${resource.id}:${state}:${at}`;

/** The bytes of the signature; undefined if the header is not base64 as it is written. */
function signatureOf({ headers }: Pick<WebhookHead, 'headers'>): Buffer | undefined {
  const text = headers['x-signature-sha256'] ?? '';
  const bytes = Buffer.from(text, 'base64');
  return text !== '' && bytes.toString('base64') === text ? bytes : undefined;
}

/** Wise's public key (PEM); undefined if the text is none. */
function publicKeyOf(secret: string): KeyObject | undefined {
  try {
    const key = createPublicKey(secret);
    return key.asymmetricKeyType === 'rsa' ? key : undefined;
  } catch {
    return undefined;
  }
}

/** The account's webhook secret is Wise's public key: it is no secret, but an account must name it to have its webhooks applied. */
export const webhooks: WebhookReader = {
  // An old event is known by its id, and its state changes nothing that has ended.
  signsNoTime: true,
  signature: { header: 'x-signature-sha256' },

  mayBeGenuine: (head) => signatureOf(head) !== undefined,

  verifyWebhook({ body, secrets, headers }) {
    const signature = signatureOf({ headers });
    if (!signature) return false;
    return secrets.some((secret) => {
      const key = publicKeyOf(secret);
      return key !== undefined && verify('RSA-SHA256', body, key, signature);
    });
  },

  parseWebhook(body) {
    const read = event.safeParse(jsonOf(body.toString('utf8')));
    if (!read.success) return { kind: 'unreadable' };
    if (read.data.event_type !== 'transfers#state-change') return { kind: 'irrelevant' };
    const { data } = stateChange.safeParse(read.data.data);
    if (!data) return { kind: 'unreadable' };
    const facts = [factOf('payout_fulfill', data), factOf('payout_cancel', data)];
    return { kind: 'event', event: { eventId: eventIdOf(data), facts } };
  },
};
