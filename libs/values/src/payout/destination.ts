import { z } from 'zod';
import { sealedCard, sealedData } from '../card';
import { jsonObject } from '../json';
import { payoutType } from './payout';

const text = z.string().nullable();

const atBank = { bankName: text, bankCountry: text, bankCity: text, accountHolderName: text };

/** A bank account, as a connector worker opens it. */
export const payoutBankAccount = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ach'), accountNumber: z.string(), routingNumber: z.string(), ...atBank }),
  z.object({ kind: z.literal('bacs'), accountNumber: z.string(), sortCode: z.string(), ...atBank }),
  z.object({ kind: z.literal('sepa'), iban: z.string(), bic: text, ...atBank }),
  /** `emv`: the code of the payee's QR image. */
  z.object({
    kind: z.literal('pix'),
    pixKey: z.string(),
    accountNumber: text,
    branch: text,
    taxId: text,
    emv: text,
    ispb: text,
    ...atBank,
  }),
]);
export type PayoutBankAccount = z.infer<typeof payoutBankAccount>;

const deviceCard = { number: z.string(), expiryMonth: z.string(), expiryYear: z.string(), holderName: z.string() };

/** A wallet, as a connector worker opens it. `number`: the device's account number in place of the card's. */
export const payoutWallet = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paypal'), email: text, phone: text, paypalId: text }),
  z.object({ kind: z.literal('venmo'), phone: z.string() }),
  z.object({ kind: z.literal('apple_pay'), ...deviceCard, network: text }),
  z.object({ kind: z.literal('google_pay'), ...deviceCard, network: text }),
]);
export type PayoutWallet = z.infer<typeof payoutWallet>;

/** What is sealed of a destination that is no card. */
export const payoutDestinationData = z.union([payoutBankAccount, payoutWallet]);
export type PayoutDestinationData = z.infer<typeof payoutDestinationData>;

/**
 * Where a payout goes, as every service but a connector worker sees it. `methodType`: `credit` or `debit` of a card, else the
 * kind of the account. Of `card` and `sealed` one is present: the other destinations are `PayoutDestinationData` as JSON.
 */
export const payoutDestination = z.object({
  type: payoutType,
  methodType: z.string(),
  card: sealedCard.nullable(),
  sealed: sealedData.nullable(),
  /** `payout_method_data` as the interface shows it: numbers are masked. */
  shown: jsonObject,
  /** Keyed hash of the account's number: equal for equal destinations of one merchant, not reversible. */
  fingerprint: z.string(),
});
export type PayoutDestination = z.infer<typeof payoutDestination>;

/** The `payment_method` and `payment_method_type` of a destination that a customer has saved. */
export const savedNamesOf = ({ type, methodType }: Pick<PayoutDestination, 'type' | 'methodType'>) => ({
  paymentMethod: type === 'bank' ? ('bank_transfer' as const) : type,
  paymentMethodType: methodType === 'sepa' ? 'sepa_bank_transfer' : methodType,
});

/** What is known of a bank account or wallet for payouts besides its seal, where a customer has saved it. */
export const payoutAccount = payoutDestination
  .pick({ methodType: true, fingerprint: true })
  .extend({ type: z.enum(['bank', 'wallet']) });
export type PayoutAccount = z.infer<typeof payoutAccount>;
