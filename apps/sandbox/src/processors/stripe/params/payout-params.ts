import { z } from 'zod';
import * as form from '../../../kit/params/form-parts';
import { amount, cardNumbers, metadata } from './parts';

/** The groups of what Stripe knows of a recipient, merged with each update. */
const groups = form.each(form.hash, 'business_profile', 'company', 'individual', 'tos_acceptance', 'settings');

const accountParts = {
  ...groups,
  ...form.each(form.text, 'email', 'default_currency'),
  business_type: z.enum(['individual', 'company', 'non_profit', 'government_entity']),
  capabilities: z.record(z.string(), z.strictObject({ requested: form.flag })),
  metadata,
};
export const createRecipient = form.paramsOf({
  ...accountParts,
  country: z.string().length(2),
  type: z.enum(['custom', 'express', 'standard']),
});
export type CreateRecipient = z.output<typeof createRecipient>;
export const updateRecipient = form.paramsOf(accountParts);
export type RecipientParams = z.output<typeof updateRecipient>;
export const rejectRecipient = form.paramsOf({}, { reason: z.enum(['fraud', 'terms_of_service', 'other']) });

const currency = form.nonEmptyText.transform((input) => input.toLowerCase());
const bankAccount = form
  .hashOf({
    ...form.each(form.nonEmptyText, 'account_holder_name', 'account_type'),
    account_holder_type: z.enum(['individual', 'company']),
    routing_number: form.digits,
  })
  .extend({ object: z.literal('bank_account'), country: z.string().length(2), currency, account_number: form.digits });
const card = form
  .hashOf({ name: form.text, cvc: z.string(), currency })
  .extend({ object: z.literal('card'), ...cardNumbers });
export const addExternalAccount = form.paramsOf(
  { metadata, default_for_currency: form.flag },
  { external_account: z.union([bankAccount, card]) },
);
export type AddExternalAccount = z.output<typeof addExternalAccount>;

export const createTransfer = form.paramsOf(
  { ...form.each(form.text, 'description', 'transfer_group'), metadata },
  { amount, currency, destination: form.nonEmptyText },
);
export type CreateTransfer = z.output<typeof createTransfer>;
export const reverseTransfer = form.paramsOf({ amount, description: form.text, metadata });
export type ReverseTransfer = z.output<typeof reverseTransfer>;

export const createPayout = form.paramsOf(
  {
    ...form.each(form.text, 'description', 'statement_descriptor'),
    destination: form.nonEmptyText,
    method: z.enum(['standard', 'instant']),
    metadata,
  },
  { amount, currency },
);
export type CreatePayout = z.output<typeof createPayout>;
