import { z } from 'zod';
import * as form from '../../../kit/params/form-parts';
import type { Json } from '../objects/fields';
import { methodData, methodTypes } from './method-params';
import { amount, integer, metadata, shipping, webUrl } from './parts';

const atLeast = (least: number) =>
  integer.refine((input) => input >= least, `This value must be greater than or equal to ${least}.`);
const code = form.nonEmptyText.max(12);
const tax = z.strictObject({ total_tax_amount: atLeast(0) });

const lineItem = form
  .hashOf({
    product_code: code,
    unit_of_measure: code,
    tax,
    discount_amount: atLeast(0),
    payment_method_options: form.hashOf({ card: form.hashOf({ commodity_code: code }) }),
  })
  .extend({ product_name: form.nonEmptyText.max(1024), quantity: atLeast(1), unit_cost: atLeast(0) });
export type LineItem = z.output<typeof lineItem>;

/** Level 2 and 3 data. Stripe takes tax and discount of the whole payment, or of its items, and refuses both. */
export const amountDetails = form
  .hashOf({
    shipping: z.strictObject({ amount: atLeast(0) }),
    tax,
    discount_amount: atLeast(0),
    line_items: z.array(lineItem).max(200),
    enforce_arithmetic_validation: form.flag,
  })
  .refine(({ tax: whole, line_items: items = [] }) => !whole || items.every((item) => !item.tax), {
    message: 'Only one of tax of the payment and tax of its line items may be set.',
  })
  .refine(
    ({ discount_amount: whole, line_items: items = [] }) =>
      whole === undefined || items.every((item) => item.discount_amount === undefined),
    { message: 'Only one of discount_amount of the payment and of its line items may be set.' },
  );
export type AmountDetails = z.output<typeof amountDetails>;

export const paymentDetails = form.hashOf({
  order_reference: form.nonEmptyText,
  customer_reference: form.nonEmptyText,
});
export type PaymentDetails = z.output<typeof paymentDetails>;

const lowerCase = form.nonEmptyText.transform((input) => input.toLowerCase());
const availability = z.enum(['if_available', 'never']).optional();
/** The proof of an authentication outside Stripe. */
export const importedAuthentication = z.object({
  cryptogram: form.nonEmptyText,
  transaction_id: form.nonEmptyText,
  version: z.enum(['1.0.2', '2.1.0', '2.2.0', '2.3.0', '2.3.1']),
  electronic_commerce_indicator: z.enum(['01', '02', '05', '06', '07']).optional(),
});

/** Other card options are accepted without validation. */
const cardOptions = z.looseObject({
  ...form.each(availability, 'request_extended_authorization', 'request_incremental_authorization'),
  ...form.each(availability, 'request_multicapture', 'request_overcapture'),
  three_d_secure: importedAuthentication.optional(),
});
const options = z
  .object({ card: cardOptions.optional() })
  .catchall(form.hash)
  .transform((input) => input as Readonly<Record<string, Json>>);
const usage = z.enum(['on_session', 'off_session']);
const automaticMethods = z.strictObject({
  enabled: form.flag,
  allow_redirects: z.enum(['always', 'never']).default('always'),
});

const mandateData = z.union([
  z.strictObject({
    customer_acceptance: form
      .hashOf({
        accepted_at: integer,
        online: z.strictObject(form.each(form.nonEmptyText, 'ip_address', 'user_agent')),
        offline: form.anything,
      })
      .extend({ type: z.enum(['online', 'offline']) }),
  }),
  z.literal(''),
]);

const methodParams = {
  payment_method: form.nonEmptyText,
  payment_method_data: methodData,
  payment_method_options: options,
};

/** The parameters of a confirmation, in every call that can confirm. */
const confirmationParams = {
  ...methodParams,
  ...form.each(form.nonEmptyText, 'mandate', 'confirmation_token'),
  mandate_data: mandateData,
  return_url: webUrl,
  use_stripe_sdk: form.flag,
};

/** Newer API versions send `allowed_payment_method_types`; both names are accepted. */
const typeParams = form.each(methodTypes, 'payment_method_types', 'allowed_payment_method_types');

const paymentParams = {
  ...typeParams,
  error_on_requires_action: form.flag,
  off_session: z.union([form.flag, z.enum(['one_off', 'recurring']).transform(() => true)]),
  setup_future_usage: z.union([usage, form.unset]),
  receipt_email: form.text,
  shipping: z.union([shipping, form.unset]),
  capture_method: z.enum(['automatic', 'automatic_async', 'manual']),
  ...form.each(form.anything, 'radar_options', 'hooks'),
  payment_details: paymentDetails,
  amount_details: amountDetails,
};

const commonParams = {
  ...form.each(form.nonEmptyText, 'customer', 'payment_method_configuration', 'on_behalf_of'),
  description: form.text,
  metadata,
};

const statementParams = {
  ...form.each(form.textUpTo(22), 'statement_descriptor', 'statement_descriptor_suffix'),
  transfer_group: form.textUpTo(5000),
};
const ignoredParams = form.each(form.anything, 'amount_details', 'payment_details', 'hooks');

export const createIntent = form.paramsOf(
  {
    ...confirmationParams,
    ...paymentParams,
    ...commonParams,
    ...statementParams,
    application_fee_amount: integer,
    transfer_data: z.strictObject({ destination: form.nonEmptyText }),
    confirm: form.flag,
    confirmation_method: z.enum(['automatic', 'manual']),
    automatic_payment_methods: automaticMethods,
  },
  { amount, currency: lowerCase },
);
export type CreateIntent = z.output<typeof createIntent>;

export const updateIntent = form.paramsOf({
  ...paymentParams,
  ...commonParams,
  ...statementParams,
  ...methodParams,
  amount,
  currency: lowerCase,
});
export type UpdateIntent = z.output<typeof updateIntent>;

export const confirmIntent = form.paramsOf({
  ...confirmationParams,
  ...paymentParams,
  client_secret: form.nonEmptyText,
});
export type ConfirmIntent = z.output<typeof confirmIntent>;

export const captureIntent = form.paramsOf({
  ...statementParams,
  ...ignoredParams,
  amount_to_capture: amount,
  final_capture: form.flag,
  metadata,
});
export type CaptureIntent = z.output<typeof captureIntent>;

export const cancelIntent = form.paramsOf({
  cancellation_reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned']),
});

export const incrementIntent = form.paramsOf(
  { ...ignoredParams, description: form.textUpTo(5000), metadata, statement_descriptor: form.textUpTo(22) },
  { amount },
);
export type IncrementIntent = z.output<typeof incrementIntent>;

export const verifyMicrodeposits = form.paramsOf({
  amounts: form.list(integer),
  ...form.each(form.nonEmptyText, 'descriptor_code', 'client_secret'),
});

export const createSetup = form.paramsOf({
  ...confirmationParams,
  ...commonParams,
  ...typeParams,
  confirm: form.flag,
  usage,
  automatic_payment_methods: automaticMethods,
  attach_to_self: form.flag,
  ...form.each(form.anything, 'flow_directions', 'single_use'),
});
export type CreateSetup = z.output<typeof createSetup>;

export const updateSetup = form.paramsOf({ ...commonParams, ...methodParams, ...typeParams });
export type UpdateSetup = z.output<typeof updateSetup>;
export const confirmSetup = form.paramsOf({ ...confirmationParams, client_secret: form.nonEmptyText });
export type ConfirmSetup = z.output<typeof confirmSetup>;
export const cancelSetup = form.paramsOf({
  cancellation_reason: z.enum(['abandoned', 'duplicate', 'requested_by_customer']),
});
