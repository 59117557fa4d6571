import { z } from 'zod';
import { defineMessage } from './define-message';
import { merchantId } from './parts';
import { topics } from './topics';

/** Whose seals they are: the owner alone puts the new one in the place of the old. */
export const sealOwner = z.enum(['gateway', 'payments']);
export type SealOwner = z.infer<typeof sealOwner>;

/** Where a seal stands at its owner: `attempts.card` of one attempt. */
const position = { place: z.string(), merchantId, objectId: z.string() };

/** A seal with what it must be bound to, as its owner knows it; a seal that says otherwise is not opened. */
export const sealToRewrap = z.object({ ...position, reference: z.string(), purpose: z.string(), sealed: z.string() });
export type SealToRewrap = z.infer<typeof sealToRewrap>;

export const rewrapFault = z.enum(['malformed', 'unknown_key', 'wrong_header', 'tampered']);
export type RewrapFault = z.infer<typeof rewrapFault>;

/** `was`: SHA-256 of the old seal, in hex. Nothing here can be opened by anybody but a worker. */
export const rewrappedSeal = z.object({
  ...position,
  was: z.string(),
  outcome: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('sealed'), sealed: z.string() }),
    z.object({ kind: z.literal('failed'), fault: rewrapFault }),
  ]),
});
export type RewrappedSeal = z.infer<typeof rewrappedSeal>;

/** Seals that are to be made anew for the current key; whichever worker takes them, the answer goes to their owner. */
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

/** What became of connector credentials that were to be sealed anew. */
export const credentialsRewrapped = defineMessage({
  ...rewrapped,
  topic: topics.connectorRewrappedGateway.name,
  type: 'connector.credentials_rewrapped',
  data: seals,
});

/** What became of cards, and of the data of other methods, that were to be sealed anew. */
export const cardsRewrapped = defineMessage({
  ...rewrapped,
  topic: topics.connectorRewrappedPayments.name,
  type: 'connector.cards_rewrapped',
  data: seals,
});
