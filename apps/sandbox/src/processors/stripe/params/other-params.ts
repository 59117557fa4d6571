import { z } from 'zod';
import {
  address,
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

const unset = z.literal('').transform(() => null);

const customerParts = {
  address: z.union([address, unset]).optional(),
  description: text.optional(),
  email: text.optional(),
  metadata: metadata.optional(),
  name: text.optional(),
  phone: text.optional(),
  shipping: z.union([shipping, unset]).optional(),
  balance: integer.optional(),
  business_name: text.optional(),
  individual_name: text.optional(),
  invoice_settings: hash.optional(),
  preferred_locales: anything.optional(),
  tax_exempt: text.optional(),
  expand,
};

export const createCustomer = z.strictObject({ ...customerParts, payment_method: nonEmptyText.optional() });
export const updateCustomer = z.strictObject(customerParts);
export type CustomerParams = z.output<typeof updateCustomer>;

export const createRefund = z.strictObject({
  payment_intent: nonEmptyText.optional(),
  charge: nonEmptyText.optional(),
  amount: amount.optional(),
  currency: nonEmptyText.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.optional(),
  instructions_email: text.optional(),
  refund_application_fee: flag.optional(),
  reverse_transfer: flag.optional(),
  expand,
});
export type CreateRefund = z.output<typeof createRefund>;

/** The only changeable field of refunds. */
export const onlyMetadata = z.strictObject({ metadata: metadata.optional(), expand });
export const updateCharge = z.strictObject({
  metadata: metadata.optional(),
  description: text.optional(),
  receipt_email: text.optional(),
  shipping: shipping.optional(),
  customer: nonEmptyText.optional(),
  transfer_group: text.optional(),
  fraud_details: anything.optional(),
  expand,
});
export const nothing = z.strictObject({ expand });

const events = list(z.string().min(1).max(100));
export const createEndpoint = z.strictObject({
  url: webUrl,
  enabled_events: events,
  api_version: nonEmptyText.optional(),
  connect: flag.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  expand,
});
export const updateEndpoint = z.strictObject({
  url: webUrl.optional(),
  enabled_events: events.optional(),
  description: text.optional(),
  disabled: flag.optional(),
  metadata: metadata.optional(),
  expand,
});

export const fundCustomer = z.strictObject({ amount, currency: nonEmptyText, reference: text.optional(), expand });

const whole = z.union([
  integer,
  z.strictObject({ gt: integer.optional(), gte: integer.optional(), lt: integer.optional(), lte: integer.optional() }),
]);
const page = {
  limit: integer.optional(),
  starting_after: nonEmptyText.optional(),
  ending_before: nonEmptyText.optional(),
  created: whole.optional(),
  expand,
};
/** The filters of each list, by the field that must be equal. */
export const listIntents = z.strictObject({ ...page, customer: nonEmptyText.optional() });
export const listSetups = z.strictObject({
  ...page,
  customer: nonEmptyText.optional(),
  payment_method: nonEmptyText.optional(),
});
export const listCharges = z.strictObject({
  ...page,
  customer: nonEmptyText.optional(),
  payment_intent: nonEmptyText.optional(),
});
export const listRefunds = z.strictObject({
  ...page,
  charge: nonEmptyText.optional(),
  payment_intent: nonEmptyText.optional(),
});
export const listCustomers = z.strictObject({ ...page, email: nonEmptyText.optional() });
export const listMethods = z.strictObject({
  ...page,
  customer: nonEmptyText.optional(),
  type: nonEmptyText.optional(),
});
export const listEvents = z.strictObject({
  ...page,
  type: nonEmptyText.optional(),
  types: list(nonEmptyText).optional(),
});
export const listEndpoints = z.strictObject(page);
export const search = z.strictObject({
  query: nonEmptyText,
  limit: integer.optional(),
  page: nonEmptyText.optional(),
  expand,
});
export type Page = { readonly [K in keyof z.output<typeof listEndpoints>]: z.output<typeof listEndpoints>[K] };
