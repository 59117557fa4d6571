import { z } from 'zod';
import type { Json } from '../objects/records';
import {
  amount,
  anything,
  expand,
  flag,
  hash,
  integer,
  list,
  metadata,
  shipping,
  text,
  webUrl,
  nonEmptyText,
} from './parts';
import { methodData, methodTypes } from './method-params';
import { amountDetails, paymentDetails } from './order-params';

const lowerCase = nonEmptyText.transform((input) => input.toLowerCase());
const availability = z.enum(['if_available', 'never']).optional();
/** The proof of an authentication outside Stripe. */
export const importedAuthentication = z.object({
  cryptogram: nonEmptyText,
  transaction_id: nonEmptyText,
  version: z.enum(['1.0.2', '2.1.0', '2.2.0', '2.3.0', '2.3.1']),
  electronic_commerce_indicator: z.enum(['01', '02', '05', '06', '07']).optional(),
});

/** Other card options are accepted without validation. */
const cardOptions = z.looseObject({
  request_extended_authorization: availability,
  request_incremental_authorization: availability,
  request_multicapture: availability,
  request_overcapture: availability,
  three_d_secure: importedAuthentication.optional(),
});
const options = z
  .object({ card: cardOptions.optional() })
  .catchall(hash)
  .transform((input) => input as Readonly<Record<string, Json>>);
const usage = z.enum(['on_session', 'off_session']);
const captureMethod = z.enum(['automatic', 'automatic_async', 'manual']);
const suffix = z
  .string()
  .max(22)
  .transform((input) => input || null);

const automaticMethods = z.strictObject({
  enabled: flag,
  allow_redirects: z.enum(['always', 'never']).default('always'),
});

const mandateData = z.union([
  z.strictObject({
    customer_acceptance: z.strictObject({
      type: z.enum(['online', 'offline']),
      accepted_at: integer.optional(),
      online: z.strictObject({ ip_address: nonEmptyText, user_agent: nonEmptyText }).optional(),
      offline: anything.optional(),
    }),
  }),
  z.literal(''),
]);

/** The parameters of a confirmation, in every call that can confirm. */
const confirmationParams = {
  payment_method: nonEmptyText.optional(),
  payment_method_data: methodData.optional(),
  payment_method_options: options.optional(),
  mandate: nonEmptyText.optional(),
  mandate_data: mandateData.optional(),
  return_url: webUrl.optional(),
  use_stripe_sdk: flag.optional(),
  confirmation_token: nonEmptyText.optional(),
};

const paymentParams = {
  error_on_requires_action: flag.optional(),
  off_session: z.union([flag, z.enum(['one_off', 'recurring']).transform(() => true)]).optional(),
  setup_future_usage: z.union([usage, z.literal('').transform(() => null)]).optional(),
  receipt_email: text.optional(),
  shipping: z.union([shipping, z.literal('').transform(() => null)]).optional(),
  capture_method: captureMethod.optional(),
  payment_method_types: methodTypes.optional(),
  allowed_payment_method_types: methodTypes.optional(),
  radar_options: anything.optional(),
  payment_details: paymentDetails.optional(),
  amount_details: amountDetails.optional(),
  hooks: anything.optional(),
};

const commonParams = {
  customer: nonEmptyText.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  payment_method_configuration: nonEmptyText.optional(),
  on_behalf_of: nonEmptyText.optional(),
};

const statementParams = {
  statement_descriptor: suffix.optional(),
  statement_descriptor_suffix: suffix.optional(),
  transfer_group: text.optional(),
};

export const createIntent = z.strictObject({
  ...confirmationParams,
  ...paymentParams,
  ...commonParams,
  ...statementParams,
  application_fee_amount: integer.optional(),
  transfer_data: z.strictObject({ destination: nonEmptyText }).optional(),
  amount,
  currency: lowerCase,
  confirm: flag.optional(),
  confirmation_method: z.enum(['automatic', 'manual']).optional(),
  automatic_payment_methods: automaticMethods.optional(),
  expand,
});
export type CreateIntent = z.output<typeof createIntent>;

export const updateIntent = z.strictObject({
  ...paymentParams,
  ...commonParams,
  ...statementParams,
  payment_method: nonEmptyText.optional(),
  payment_method_data: methodData.optional(),
  payment_method_options: options.optional(),
  amount: amount.optional(),
  currency: lowerCase.optional(),
  expand,
});
export type UpdateIntent = z.output<typeof updateIntent>;

export const confirmIntent = z.strictObject({
  ...confirmationParams,
  ...paymentParams,
  client_secret: nonEmptyText.optional(),
  expand,
});
export type ConfirmIntent = z.output<typeof confirmIntent>;

export const captureIntent = z.strictObject({
  ...statementParams,
  amount_to_capture: amount.optional(),
  final_capture: flag.optional(),
  metadata: metadata.optional(),
  amount_details: anything.optional(),
  payment_details: anything.optional(),
  hooks: anything.optional(),
  expand,
});
export type CaptureIntent = z.output<typeof captureIntent>;

export const cancelIntent = z.strictObject({
  cancellation_reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned']).optional(),
  expand,
});

export const incrementIntent = z.strictObject({
  amount,
  description: text.optional(),
  metadata: metadata.optional(),
  statement_descriptor: suffix.optional(),
  amount_details: anything.optional(),
  payment_details: anything.optional(),
  hooks: anything.optional(),
  expand,
});
export type IncrementIntent = z.output<typeof incrementIntent>;

export const verifyMicrodeposits = z.strictObject({
  amounts: list(integer).optional(),
  descriptor_code: nonEmptyText.optional(),
  client_secret: nonEmptyText.optional(),
  expand,
});

export const createSetup = z.strictObject({
  ...confirmationParams,
  ...commonParams,
  confirm: flag.optional(),
  usage: usage.optional(),
  payment_method_types: methodTypes.optional(),
  allowed_payment_method_types: methodTypes.optional(),
  automatic_payment_methods: automaticMethods.optional(),
  attach_to_self: flag.optional(),
  flow_directions: anything.optional(),
  single_use: anything.optional(),
  expand,
});
export type CreateSetup = z.output<typeof createSetup>;

export const updateSetup = z.strictObject({
  ...commonParams,
  payment_method: nonEmptyText.optional(),
  payment_method_data: methodData.optional(),
  payment_method_options: options.optional(),
  payment_method_types: methodTypes.optional(),
  allowed_payment_method_types: methodTypes.optional(),
  expand,
});
export type UpdateSetup = z.output<typeof updateSetup>;
export const confirmSetup = z.strictObject({ ...confirmationParams, client_secret: nonEmptyText.optional(), expand });
export type ConfirmSetup = z.output<typeof confirmSetup>;
export const cancelSetup = z.strictObject({
  cancellation_reason: z.enum(['abandoned', 'duplicate', 'requested_by_customer']).optional(),
  expand,
});
