import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import { jsonObject, merchantId, minorUnitsWire, moneyWire, paymentId, profileId, timestamp } from '@payorch/values';
import { caller } from '../payments/commands';
import { topics } from '../messages/topics';

const query = <Data, const Type extends string>(type: Type, data: z.ZodType<Data>) =>
  defineMessage({ topic: topics.paymentsQueries.name, type, version: 1, kind: 'query', key: () => null, data });

/** How long a link lives where its request does not say: a customer gets it by mail, and pays when there is time. */
export const linkLifetimeSeconds = 86_400;

/** Reads a payment link by its id. Reply: the link in the form of the interface; a client does not see the secure link. */
export const paymentLinkGet = query('payment_link.get', z.object({ merchantId, paymentLinkId: z.string(), caller }));

/** The largest page of a list of links. */
export const mostLinksOfPage = 1_000;

/**
 * Lists payment links, the newest first: created at or after `createdFrom` and before `createdBefore`; null: no bound. Reply:
 * `{size, data}` in the form of the interface.
 */
export const paymentLinkList = query(
  'payment_link.list',
  z.object({
    merchantId,
    /** The profile that the caller is limited to. */
    profileId: z.string().nullable(),
    createdFrom: timestamp.nullable(),
    createdBefore: timestamp.nullable(),
    limit: z.int().min(0).max(mostLinksOfPage),
    offset: z.int().min(0),
  }),
);

/** Asks for all that the page of a link shows. Reply: `paymentForLink`. */
export const paymentLinkPage = query(
  'payment_link.page',
  z.object({ merchantId, paymentId, link: z.enum(['open', 'secure']) }),
);

/** Reply to `payment_link.page`; the gateway makes the page from it. */
export const paymentForLink = z.object({
  profileId,
  /** payable: the customer can pay. expired: no customer paid in time. ended: the payment went another way, or is under way. */
  state: z.enum(['payable', 'expired', 'ended']),
  /** The customer has left the bank's page, or its app, and may go on there; absent: nothing waits for the customer. */
  isAtBank: z.literal(true).optional(),
  /** The interface's status of the payment. */
  status: z.string(),
  /** The total that the customer pays, including shipping, tax and surcharge. */
  money: moneyWire,
  /** The part of the total that a chosen plan of installments adds; absent: no plan is chosen. */
  planInterest: minorUnitsWire.optional(),
  description: z.string().nullable(),
  /** As in the interface. */
  orderDetails: z.array(jsonObject),
  /** The shipping address, as in the interface; without phone and e-mail. */
  shippingAddress: jsonObject.nullable().default(null),
  returnUrl: z.string().nullable(),
  expiresAt: timestamp,
  /** When the last attempt came into its present state: of a paid payment, when it was paid. */
  changedAt: timestamp.nullable().default(null),
  /** What the failure of the last attempt means, as a client may know it: a StandardisedCode. */
  standardisedCode: z.string().nullable().default(null),
  /** The operators' words for it; null where no rule explains it. */
  unifiedMessage: z.string().nullable(),
  /** The client secret of this link. */
  clientSecret: z.string(),
  publishableKey: z.string().nullable(),
  /** Whether the client secret of this link lists the customer's saved payment methods. */
  listsSavedMethods: z.boolean(),
  /** Origins whose pages may frame the secure link; null: there is no secure link. */
  allowedDomains: z.array(z.string()).nullable(),
  /** The address of the link, and of its result. */
  linkToPay: z.string(),
  linkToStatus: z.string(),
  /** The shop's name, where the configuration has none. */
  merchantName: z.string().nullable(),
  /** The language that the merchant chose; null: that of the browser. A page may be asked for another. */
  locale: z.string().nullable(),
  /** The merged PaymentLinkConfig of the interface. */
  config: jsonObject,
});
export type PaymentForLink = z.infer<typeof paymentForLink>;
