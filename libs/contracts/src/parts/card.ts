import { z } from 'zod';
import { cardReference } from './ids';

/** JSON that only a connector worker can open: a compact JWE, bound to the reference and the merchant. */
export const sealedData = z.object({ reference: cardReference, sealed: z.string() });
export type SealedData = z.infer<typeof sealedData>;

/** What the table of card ranges says of a card: each null where it does not. */
export const cardFacts = z.object({
  network: z.string().nullable(),
  issuer: z.string().nullable(),
  type: z.string().nullable(),
  subtype: z.string().nullable(),
  issuingCountry: z.string().nullable(),
});
export type CardFacts = z.infer<typeof cardFacts>;

/**
 * A card as everyone but a connector worker may see it. `sealedNumber` is a compact JWE that only a worker can open; its
 * protected header binds the reference and the merchant. The CVC never travels: it waits in Redis under the reference.
 */
export const sealedCard = z.object({
  reference: cardReference,
  sealedNumber: z.string(),
  /** First six digits; the first eight where the card is long enough to keep enough of it hidden. */
  bin: z.string(),
  extendedBin: z.string().nullable(),
  last4: z.string(),
  network: z.string().nullable(),
  facts: cardFacts.nullable().optional(),
  /** Keyed hash of the number: equal for equal cards of one merchant, reversible by nobody. */
  fingerprint: z.string(),
  expiryMonth: z.string(),
  expiryYear: z.string(),
  holderName: z.string().nullable(),
  cvc: z.enum(['held', 'absent']),
});
export type SealedCard = z.infer<typeof sealedCard>;
