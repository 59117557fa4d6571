import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import { merchantId } from '@payorch/values';
import { topics } from '../messages/topics';

/** The service that stores the seals: only the owner replaces the stored seal. */
export const sealOwner = z.enum(['gateway', 'payments', 'payouts']);
export type SealOwner = z.infer<typeof sealOwner>;

/** The location of a seal at its owner, for example `attempts.card` of one attempt. */
const position = { place: z.string(), merchantId, objectId: z.string() };

/** A seal with the header that the owner expects; the worker does not open a seal with another header. */
export const sealToRewrap = z.object({ ...position, reference: z.string(), purpose: z.string(), sealed: z.string() });
export type SealToRewrap = z.infer<typeof sealToRewrap>;

export const rewrapFault = z.enum(['malformed', 'unknown_key', 'wrong_header', 'tampered']);
export type RewrapFault = z.infer<typeof rewrapFault>;

/** The result for one seal. `was`: SHA-256 of the replaced seal, in hex. Only a connector worker can open a seal. */
export const rewrappedSeal = z.object({
  ...position,
  was: z.string(),
  outcome: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('sealed'), sealed: z.string() }),
    z.object({ kind: z.literal('failed'), fault: rewrapFault }),
  ]),
});
export type RewrappedSeal = z.infer<typeof rewrappedSeal>;

/** Asks any worker to seal these values again for the current key. The worker publishes the result to the owner. */
export const connectorRewrap = defineMessage({
  topic: topics.connectorRewraps.name,
  type: 'connector.rewrap',
  version: 1,
  kind: 'command',
  key: () => null,
  data: z.object({ owner: sealOwner, seals: z.array(sealToRewrap).min(1) }),
});

const rewrapped = { version: 1, kind: 'event', key: () => null } as const;
const seals = z.object({ seals: z.array(rewrappedSeal) });

/** New seals of connector credentials, for the gateway. */
export const credentialsRewrapped = defineMessage({
  ...rewrapped,
  topic: topics.connectorRewrappedGateway.name,
  type: 'connector.credentials_rewrapped',
  data: seals,
});

/** New seals of cards and of other payment method data, for `payments`. */
export const cardsRewrapped = defineMessage({
  ...rewrapped,
  topic: topics.connectorRewrappedPayments.name,
  type: 'connector.cards_rewrapped',
  data: seals,
});

/** New seals of the destinations of payouts, for `payouts`. */
export const destinationsRewrapped = defineMessage({
  ...rewrapped,
  topic: topics.connectorRewrappedPayouts.name,
  type: 'connector.destinations_rewrapped',
  data: seals,
});
