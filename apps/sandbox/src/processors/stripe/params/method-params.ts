import { z } from 'zod';
import { paymentMethodTypes } from '../payment-method-types';
import { anything, billing, expand, hash, integer, list, metadata, text, nonEmptyText } from './parts';

const digits = z.string().transform((input) => input.replace(/[\s-]/g, ''));

export const cardNumbers = z.strictObject({
  number: digits,
  exp_month: integer,
  exp_year: integer.transform((year) => (year < 100 ? 2000 + year : year)),
  cvc: z.string().optional(),
  networks: anything.optional(),
});

/** A card by its number, or the token of a wallet. */
const card = z.union([z.strictObject({ token: nonEmptyText }), cardNumbers]);

const bankAccounts = {
  sepa_debit: z.strictObject({ iban: digits }),
  bacs_debit: z.strictObject({ account_number: digits, sort_code: digits }),
  au_becs_debit: z.strictObject({ account_number: digits, bsb_number: digits }),
  us_bank_account: z.strictObject({
    account_number: digits,
    routing_number: digits,
    account_holder_type: z.enum(['individual', 'company']).optional(),
    account_type: z.enum(['checking', 'savings']).optional(),
  }),
};

/** A bank, a country, a birth date: stored unchanged. */
const choices = Object.fromEntries(Object.keys(paymentMethodTypes).map((type) => [type, hash.optional()]));

const methodParts = {
  type: z.enum(Object.keys(paymentMethodTypes) as [string, ...string[]]),
  allow_redisplay: nonEmptyText.optional(),
  billing_details: billing.optional(),
  metadata: metadata.optional(),
  radar_options: anything.optional(),
  ...choices,
  card: card.optional(),
  sepa_debit: bankAccounts.sepa_debit.optional(),
  bacs_debit: bankAccounts.bacs_debit.optional(),
  au_becs_debit: bankAccounts.au_becs_debit.optional(),
  us_bank_account: bankAccounts.us_bank_account.optional(),
};

export const methodData = z.strictObject(methodParts);
export type MethodData = z.output<typeof methodData>;

export const createMethod = z.strictObject({ ...methodParts, expand });
export const updateMethod = z.strictObject({
  allow_redisplay: nonEmptyText.optional(),
  billing_details: billing.optional(),
  metadata: metadata.optional(),
  card: z
    .strictObject({ exp_month: integer.optional(), exp_year: integer.optional(), networks: anything.optional() })
    .optional(),
  us_bank_account: hash.optional(),
  expand,
});
export const attachMethod = z.strictObject({ customer: nonEmptyText, expand });

/** A wallet's payload is text; a card has its number. */
export const createToken = z.strictObject({
  card: z
    .strictObject({
      ...cardNumbers.shape,
      name: text.optional(),
      currency: text.optional(),
      cryptogram: text.optional(),
      eci: text.optional(),
      tokenization_method: z.enum(['apple_pay', 'android_pay', 'google_pay']).optional(),
      address_line1: text.optional(),
      address_line2: text.optional(),
      address_city: text.optional(),
      address_state: text.optional(),
      address_zip: text.optional(),
      address_country: text.optional(),
    })
    .optional(),
  pk_token: nonEmptyText.optional(),
  pk_token_instrument_name: text.optional(),
  pk_token_payment_network: text.optional(),
  pk_token_transaction_id: text.optional(),
  customer: nonEmptyText.optional(),
  expand,
});

export const methodTypes = list(z.enum(Object.keys(paymentMethodTypes) as [string, ...string[]]));
