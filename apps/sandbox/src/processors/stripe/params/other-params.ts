import { z } from 'zod';
import * as form from '../../../kit/params/form-parts';
import { address, amount, integer, metadata, shipping, webUrl } from './parts';

export const nothing = form.paramsOf({});
/** The call ignores its parameters. */
export const ignored = z.unknown().transform(() => ({}));
export const withSecret = form.paramsOf({ client_secret: form.nonEmptyText });
/** The only changeable field of refunds. */
export const onlyMetadata = form.paramsOf({ metadata });

const customerParts = {
  ...form.each(form.text, 'description', 'email', 'name', 'phone', 'business_name', 'individual_name', 'tax_exempt'),
  address: z.union([address, form.unset]),
  metadata,
  shipping: z.union([shipping, form.unset]),
  balance: integer,
  invoice_settings: form.hash,
  preferred_locales: form.anything,
};
export const createCustomer = form.paramsOf({ ...customerParts, payment_method: form.nonEmptyText });
export const updateCustomer = form.paramsOf(customerParts);
export type CustomerParams = z.output<typeof updateCustomer>;

export const createRefund = form.paramsOf({
  ...form.each(form.nonEmptyText, 'payment_intent', 'charge', 'currency'),
  amount,
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']),
  metadata,
  instructions_email: form.text,
  ...form.each(form.flag, 'refund_application_fee', 'reverse_transfer'),
});
export type CreateRefund = z.output<typeof createRefund>;

export const updateCharge = form.paramsOf({
  metadata,
  ...form.each(form.text, 'description', 'receipt_email', 'transfer_group'),
  shipping,
  customer: form.nonEmptyText,
  fraud_details: form.anything,
});

const events = form.list(z.string().min(1).max(100));
export const createEndpoint = form.paramsOf(
  { api_version: form.nonEmptyText, connect: form.flag, description: form.text, metadata },
  { url: webUrl, enabled_events: events },
);
export const updateEndpoint = form.paramsOf({
  url: webUrl,
  enabled_events: events,
  description: form.text,
  disabled: form.flag,
  metadata,
});

export const fundCustomer = form.paramsOf({ reference: form.text }, { amount, currency: form.nonEmptyText });

const created = z.union([integer, form.hashOf(form.each(integer, 'gt', 'gte', 'lt', 'lte'))]);
/** One page of a list, with the filters of that list. */
const listOf = <K extends string = never>(...filters: readonly K[]) =>
  form.paramsOf({
    limit: integer,
    created,
    ...form.each(form.nonEmptyText, 'starting_after', 'ending_before'),
    ...form.each(form.nonEmptyText, ...filters),
  });

/** The filters of each list, by the field that must be equal. */
export const lists = {
  payment_intent: listOf('customer'),
  setup_intent: listOf('customer', 'payment_method'),
  charge: listOf('customer', 'payment_intent'),
  refund: listOf('charge', 'payment_intent'),
  customer: listOf('email'),
  payment_method: listOf('customer', 'type'),
  webhook_endpoint: listOf(),
  transfer: listOf('destination', 'transfer_group'),
  payout: listOf('destination', 'status'),
  dispute: listOf('charge', 'payment_intent'),
  file: listOf('purpose'),
};
export const listEvents = listOf('type').extend({ types: form.list(form.nonEmptyText).optional() });
export const search = form.paramsOf({ limit: integer, page: form.nonEmptyText }, { query: form.nonEmptyText });
