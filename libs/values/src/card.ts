import { z } from 'zod';
import { cardReference } from './ids';

/** JSON that only a connector worker can open: a compact JWE, bound to the reference and the merchant. */
export const sealedData = z.object({ reference: cardReference, sealed: z.string() });
export type SealedData = z.infer<typeof sealedData>;

/**
 * The expiry of a decrypted wallet token, as the request or a later change of the saved payment method has it; the seal
 * beside it has the token's number.
 */
export const tokenExpiry = z.object({ expiryMonth: z.string(), expiryYear: z.string() });
export type TokenExpiry = z.infer<typeof tokenExpiry>;

/**
 * A network token, which stands for a card number at the processors that take such tokens. `reference` names the token at the
 * token service; the seal has its number, `{"number": …}`. The expiry is the token's own.
 */
export const networkToken = sealedData.extend(tokenExpiry.shape);
export type NetworkToken = z.infer<typeof networkToken>;

/** What is known of a decrypted wallet token besides its seal. The fingerprint is a keyed hash of wallet and number. */
export const walletToken = tokenExpiry.extend({ fingerprint: z.string() });
export type WalletToken = z.infer<typeof walletToken>;

/** Card data from the table of card ranges; null if the table does not contain the value. */
export const cardFacts = z.object({
  network: z.string().nullable(),
  issuer: z.string().nullable(),
  type: z.string().nullable(),
  subtype: z.string().nullable(),
  issuingCountry: z.string().nullable(),
  /** ISO 3166-1 alpha-2. This and `issuerId` are absent in cards sealed before the fields existed. */
  issuingCountryCode: z.string().nullable().optional(),
  /** The id of the card issuer with the name `issuer`. */
  issuerId: z.string().nullable().optional(),
});
export type CardFacts = z.infer<typeof cardFacts>;

/**
 * A card as every service but a connector worker sees it. `sealedNumber` is a compact JWE that only a worker can open;
 * its protected header binds the reference and the merchant. The CVC is never in a message: Redis stores it under the
 * reference.
 */
export const sealedCard = z.object({
  reference: cardReference,
  sealedNumber: z.string(),
  /** The first six digits; `extendedBin`: the first eight if the number is long enough to hide the rest. */
  bin: z.string(),
  extendedBin: z.string().nullable(),
  last4: z.string(),
  network: z.string().nullable(),
  facts: cardFacts.nullable().optional(),
  /** Keyed hash of the number: equal for equal cards of one merchant, not reversible. */
  fingerprint: z.string(),
  /** Empty where the card is charged by its number alone, and the request has no expiry. */
  expiryMonth: z.string(),
  expiryYear: z.string(),
  holderName: z.string().nullable(),
  cvc: z.enum(['stored', 'absent']),
  /** The reference of a CVC that was sent for a saved card; absent: the CVC was sent with the card, under its reference. */
  cvcReference: cardReference.optional(),
});
export type SealedCard = z.infer<typeof sealedCard>;

/** The reference of the card's stored CVC; null where none was sent. */
export const cvcReferenceOf = ({ cvc, cvcReference, reference }: SealedCard): SealedCard['reference'] | null =>
  cvc === 'stored' ? (cvcReference ?? reference) : null;

/** The card that receives the money, as a connector worker opens it (`sealedRecipient`). */
export const recipientCard = z.object({
  number: z.string(),
  expiryMonth: z.string(),
  expiryYear: z.string(),
  holderName: z.string().nullable(),
});
export type RecipientCard = z.infer<typeof recipientCard>;
