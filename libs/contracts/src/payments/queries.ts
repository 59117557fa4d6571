import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import { attemptId, merchantId, moneyWire, paymentId, profileId } from '@payorch/values';
import { jsonObject, timestamp } from '@payorch/values';
import { caller, captureMethod } from './commands';
import { topics } from '../messages/topics';

/** Reads a payment. Reply: the payment in the form of the interface. */
export const paymentGet = defineMessage({
  topic: topics.paymentsQueries.name,
  type: 'payment.get',
  version: 1,
  kind: 'query',
  key: () => null,
  hasNothingPersonal: ({ caller: { kind } }) => kind === 'merchant',
  data: z.object({ merchantId, paymentId, caller, expandAttempts: z.boolean(), expandCaptures: z.boolean() }),
});

/** Asks why the attempts of a payment went where they went. Reply: their routing in the form of the interface. */
export const paymentRouting = defineMessage({
  topic: topics.paymentsQueries.name,
  type: 'payment.routing',
  version: 1,
  kind: 'query',
  key: () => null,
  data: z.object({ merchantId, paymentId }),
});

/** Asks for the processor page to which the start page of an attempt sends the customer. Reply: `challengePage`. */
export const paymentChallenge = defineMessage({
  topic: topics.paymentsQueries.name,
  type: 'payment.challenge',
  version: 1,
  kind: 'query',
  key: () => null,
  data: z.object({ merchantId, paymentId, attemptId }),
});

/** Asks for the payment data that wallets in a browser need. Reply: `paymentForSession`. */
export const paymentSession = defineMessage({
  topic: topics.paymentsQueries.name,
  type: 'payment.session',
  version: 1,
  kind: 'query',
  key: () => null,
  data: z.object({ merchantId, paymentId, caller }),
});

/** Reply to `payment.session`; the gateway makes the session tokens from it. */
export const paymentForSession = z.object({
  profileId,
  /** The total that the customer pays, including shipping, tax and surcharge. */
  money: moneyWire,
  /** By wallet, the total with the surcharge of the merchant's rules; absent: none differs from `money`. */
  walletTotals: z.record(z.string(), moneyWire).optional(),
  captureMethod: captureMethod.nullable().default(null),
  /** Country of the billing address. */
  country: z.string().nullable(),
  email: z.string().nullable(),
  /** The client cannot set the shipping address: a wallet need not ask for it. */
  fixedShipping: z.literal(true).optional(),
});
export type PaymentForSession = z.infer<typeof paymentForSession>;

/** Asks for what decides which payment methods a payment can be paid with. Reply: `paymentForMethodList`. */
export const paymentMethodsFor = defineMessage({
  topic: topics.paymentsQueries.name,
  type: 'payment.method_list',
  version: 1,
  kind: 'query',
  key: () => null,
  data: z.object({ merchantId, paymentId, caller }),
});

const address = jsonObject.nullable();

/** Reply to `payment.method_list`; the gateway makes the list from it and from the connector accounts. */
export const paymentForMethodList = z.object({
  profileId,
  /** The total that the customer pays, including shipping, tax and surcharge. */
  money: moneyWire,
  /** Country of the billing address. */
  country: z.string().nullable(),
  captureMethod: captureMethod.nullable(),
  /** The processor that is to split the payment; absent: none. */
  splitAt: z.string().optional(),
  /** The merchant accepts an authorization of less than the total; absent: no. */
  partial: z.boolean().optional(),
  /** Anything but `normal`: the payment method is saved for later payments, or was saved before. */
  paymentType: z.enum(['normal', 'new_mandate', 'setup_mandate', 'recurring_mandate']),
  /** The payment method types to which the merchant limits the customer; null: all. */
  allowedTypes: z.array(z.string()).nullable(),
  /** What is known of the customer, in the form of the interface: a checkout does not ask for it again. */
  known: z.object({ billing: address, shipping: address }),
  /** The caller may not see what is known. */
  hidesKnown: z.literal(true).optional(),
  /** The caller cannot set the shipping address. */
  fixedShipping: z.literal(true).optional(),
  mandatePayment: jsonObject.nullable(),
  externalThreeDs: z.boolean(),
  /** The summary of the payment, in the form of the interface. */
  intentData: jsonObject,
  isTaxCalculated: z.boolean(),
  isGuest: z.boolean(),
  /** The merchant's rules may add a surcharge, by payment method: `payment.surcharges` says which. Absent: they do not. */
  mayHaveSurcharge: z.literal(true).optional(),
});
export type PaymentForMethodList = z.infer<typeof paymentForMethodList>;

const wireValues = z.array(z.string()).nullable();
/** Created at or after `createdFrom` and before `createdBefore`; null: no bound. */
const createdWithin = { createdFrom: timestamp.nullable(), createdBefore: timestamp.nullable() };

/** Filters of a payment list; null: no filter. Values are those of the interface. */
export const paymentFilters = z.object({
  ...createdWithin,
  paymentId: z.string().nullable(),
  profileId: z.string().nullable(),
  customerId: z.string().nullable(),
  customerEmail: z.string().nullable(),
  merchantOrderReferenceId: z.string().nullable(),
  amountFrom: z.int().nullable(),
  amountTo: z.int().nullable(),
  statuses: wireValues,
  currencies: wireValues,
  authenticationTypes: wireValues,
  connectors: wireValues,
  merchantConnectorIds: wireValues,
  paymentMethods: wireValues,
  paymentMethodTypes: wireValues,
  cardNetworks: wireValues,
  cardDiscoveries: wireValues,
});
export type PaymentFilters = z.infer<typeof paymentFilters>;

/** The page of a list: by offset, or after or before a payment in the order of the list. */
export const paymentListPage = z.object({
  limit: z.int().min(0).max(100),
  from: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('offset'), offset: z.int().min(0) }),
    z.object({ kind: z.literal('after'), paymentId: z.string() }),
    z.object({ kind: z.literal('before'), paymentId: z.string() }),
  ]),
  order: z.object({ on: z.enum(['created', 'modified', 'amount']), by: z.enum(['asc', 'desc']) }),
});
export type PaymentListPage = z.infer<typeof paymentListPage>;

/**
 * Lists payments. Reply in the form of the interface: `{count, total_count, data}` if the total is requested, else
 * `{size, data}`.
 */
export const paymentList = defineMessage({
  topic: topics.paymentsQueries.name,
  type: 'payment.list',
  version: 1,
  kind: 'query',
  key: () => null,
  data: z.object({ merchantId, filters: paymentFilters, page: paymentListPage, withTotal: z.boolean() }),
});

const overall = z.object({ merchantId, profileId: z.string().nullable(), ...createdWithin });

/** Counts payments by status. */
export const paymentStatusCounts = defineMessage({
  topic: topics.paymentsQueries.name,
  type: 'payment.status_counts',
  version: 1,
  kind: 'query',
  key: () => null,
  data: overall,
});

/** Asks for the values that occur and can be used as filters of a list. */
export const paymentFilterValues = defineMessage({
  topic: topics.paymentsQueries.name,
  type: 'payment.filter_values',
  version: 1,
  kind: 'query',
  key: () => null,
  data: overall,
});
