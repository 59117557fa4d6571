import { z } from 'zod';
import * as form from '../../../kit/params/form-parts';
import { paymentMethodTypes } from '../payment-method-types';
import { billing, cardNumbers, integer, metadata } from './parts';

const otherCardParts = { cvc: z.string(), networks: form.anything };

/** A card by its number, or the token of a wallet. */
const card = z.union([z.strictObject({ token: form.nonEmptyText }), form.hashOf(otherCardParts).extend(cardNumbers)]);

const bankAccounts = {
  sepa_debit: z.strictObject({ iban: form.digits }),
  bacs_debit: z.strictObject(form.each(form.digits, 'account_number', 'sort_code')),
  au_becs_debit: z.strictObject(form.each(form.digits, 'account_number', 'bsb_number')),
  us_bank_account: form
    .hashOf({ account_holder_type: z.enum(['individual', 'company']), account_type: z.enum(['checking', 'savings']) })
    .extend({ account_number: form.digits, routing_number: form.digits }),
};

/** A bank, a country, a birth date: stored unchanged. */
const choices = Object.fromEntries(Object.keys(paymentMethodTypes).map((type) => [type, form.hash]));
const methodType = z.enum(Object.keys(paymentMethodTypes) as [string, ...string[]]);
export const methodTypes = form.list(methodType);

const methodParts = {
  allow_redisplay: form.nonEmptyText,
  billing_details: billing,
  metadata,
  radar_options: form.anything,
  ...choices,
  card,
  ...bankAccounts,
};

export const methodData = form.hashOf(methodParts).extend({ type: methodType });
export type MethodData = z.output<typeof methodData>;

export const createMethod = form.paramsOf(methodParts, { type: methodType });
export const updateMethod = form.paramsOf({
  allow_redisplay: form.nonEmptyText,
  billing_details: billing,
  metadata,
  card: form.hashOf({ exp_month: integer, exp_year: integer, networks: form.anything }),
  us_bank_account: form.hash,
});
export const attachMethod = form.paramsOf({}, { customer: form.nonEmptyText });

/** A wallet's payload is text; a card has its number. */
export const createToken = form.paramsOf({
  card: form
    .hashOf({
      ...otherCardParts,
      tokenization_method: z.enum(['apple_pay', 'android_pay', 'google_pay']),
      ...form.each(
        form.text,
        'name',
        'currency',
        'cryptogram',
        'eci',
        'address_line1',
        'address_line2',
        'address_city',
      ),
      ...form.each(form.text, 'address_state', 'address_zip', 'address_country'),
    })
    .extend(cardNumbers),
  ...form.each(form.text, 'pk_token_instrument_name', 'pk_token_payment_network', 'pk_token_transaction_id'),
  ...form.each(form.nonEmptyText, 'pk_token', 'customer'),
});
