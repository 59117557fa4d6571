import { z } from 'zod';
import { defineMessage } from './define-message';
import { attemptId, merchantId, moneyWire, paymentId, profileId } from './parts';
import { timestamp } from './parts/json';
import { caller } from './payments.commands';
import { topics } from './topics';

export const paymentGet = defineMessage({
  topic: topics.paymentsQueries.name,
  type: 'payment.get',
  version: 1,
  kind: 'query',
  key: () => null,
  data: z.object({ merchantId, paymentId, caller, expandAttempts: z.boolean(), expandCaptures: z.boolean() }),
});

/** Where the start page of an attempt sends the customer: answered as `challengePage`. */
export const paymentChallenge = defineMessage({
  topic: topics.paymentsQueries.name,
  type: 'payment.challenge',
  version: 1,
  kind: 'query',
  key: () => null,
  data: z.object({ merchantId, paymentId, attemptId }),
});

/** What the wallets of a browser must know of a payment: answered as `paymentForSession`. */
export const paymentSession = defineMessage({
  topic: topics.paymentsQueries.name,
  type: 'payment.session',
  version: 1,
  kind: 'query',
  key: () => null,
  data: z.object({ merchantId, paymentId, caller }),
});

/** The answer of `payment.session`, from which the gateway makes the session tokens. */
export const paymentForSession = z.object({
  profileId,
  /** What the customer is to pay, all that comes on top included. */
  money: moneyWire,
  /** Of the billing address. */
  country: z.string().nullable(),
  email: z.string().nullable(),
});
export type PaymentForSession = z.infer<typeof paymentForSession>;

const words = z.array(z.string()).nullable();
/** Created from `from` on and before `before`; null: without that bound. */
const createdWithin = { createdFrom: timestamp.nullable(), createdBefore: timestamp.nullable() };

/** What a list of payments is narrowed to; null: by nothing. Words are those of the wire. */
export const paymentFilters = z.object({
  ...createdWithin,
  paymentId: z.string().nullable(),
  profileId: z.string().nullable(),
  customerId: z.string().nullable(),
  customerEmail: z.string().nullable(),
  merchantOrderReferenceId: z.string().nullable(),
  amountFrom: z.int().nullable(),
  amountTo: z.int().nullable(),
  statuses: words,
  currencies: words,
  authenticationTypes: words,
  connectors: words,
  merchantConnectorIds: words,
  paymentMethods: words,
  paymentMethodTypes: words,
  cardNetworks: words,
  cardDiscoveries: words,
});
export type PaymentFilters = z.infer<typeof paymentFilters>;

/** Which part of a list: by counting, or from a payment on, in the list's own order. */
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

/** Answered as the wire's list: `{count, total_count, data}` where the total is asked for, else `{size, data}`. */
export const paymentList = defineMessage({
  topic: topics.paymentsQueries.name,
  type: 'payment.list',
  version: 1,
  kind: 'query',
  key: () => null,
  data: z.object({ merchantId, filters: paymentFilters, page: paymentListPage, withTotal: z.boolean() }),
});

const overall = z.object({ merchantId, profileId: z.string().nullable(), ...createdWithin });

/** How many payments there are in each status. */
export const paymentStatusCounts = defineMessage({
  topic: topics.paymentsQueries.name,
  type: 'payment.status_counts',
  version: 1,
  kind: 'query',
  key: () => null,
  data: overall,
});

/** The values that a list could be narrowed to: those that occur. */
export const paymentFilterValues = defineMessage({
  topic: topics.paymentsQueries.name,
  type: 'payment.filter_values',
  version: 1,
  kind: 'query',
  key: () => null,
  data: overall,
});
