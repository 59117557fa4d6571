import { z } from 'zod';
import {
  accountRef,
  authenticationProof,
  cardReference,
  customerId,
  jsonObject,
  merchantConnectorId,
  minorUnitsWire,
  moneyWire,
  namedCredentials,
  paymentId,
  profileId,
  sealedCard,
  sealedData,
  straightThrough,
  timestamp,
  allKeysRequired,
} from '@payorch/values';
import { currencyWire } from '@payorch/values';
import { about, command } from './command';

/**
 * The sender of the request. A client (publishable key) proves itself with the payment's client secret and receives the
 * reduced view.
 */
export const caller = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('merchant') }),
  z.object({ kind: z.literal('client'), clientSecret: z.string() }),
]);
export type Caller = z.infer<typeof caller>;

export const captureMethod = z.enum(['automatic', 'manual', 'manual_multiple', 'scheduled', 'sequential_automatic']);
export type CaptureMethod = z.infer<typeof captureMethod>;

export const authenticationType = z.enum(['three_ds', 'no_three_ds']);

/** The customer in the request: name, email and phone from its root or from `customer`, the others from `customer`. */
export const customerDetails = z.object({
  name: z.string().nullable().optional(),
  email: z.string().nullable().optional(),
  phone: z.string().nullable().optional(),
  phoneCountryCode: z.string().nullable().optional(),
  taxRegistrationId: z.string().nullable().optional(),
  /** As the interface has it. */
  documentDetails: jsonObject.nullable().optional(),
});
export type CustomerDetails = z.infer<typeof customerDetails>;

/**
 * What a recurring payment charges. mandate, payment_method: a saved payment method of the customer, by the id that the merchant
 * received. processor_token: one that a processor saved for the merchant, by the processor's id. network_transaction: the
 * card or the network token of the request, by the card network's id of the customer's first payment, which any processor may have made.
 * limited_card: the card of the request, by its number alone.
 */
export const recurring = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('mandate'), mandateId: z.string() }),
  z.object({ kind: z.literal('payment_method'), paymentMethodId: z.string() }),
  z.object({
    kind: z.literal('processor_token'),
    token: z.string(),
    /** Null: an account by the routing rules. */
    merchantConnectorId: merchantConnectorId.nullable(),
  }),
  z.object({
    kind: z.literal('network_transaction'),
    networkTransactionId: z.string(),
    /** The card network's name of the chain of payments; absent: the request has none. */
    transactionLinkId: z.string().optional(),
  }),
  z.object({ kind: z.literal('limited_card'), eci: z.string().optional() }),
]);
export type RecurringDetails = z.infer<typeof recurring>;

/** Terms of the mandate that a payment sets up: single or multiple use, amount limit, period. */
export const mandateTerms = z.object({
  use: z.enum(['single_use', 'multi_use']),
  limit: moneyWire.nullable(),
  startDate: timestamp.nullable(),
  endDate: timestamp.nullable(),
});
export type MandateTerms = z.infer<typeof mandateTerms>;

/** The link that a new payment gets, or the terms that replace those of its link. */
export const linkTerms = z.object({
  /** The merchant's own domain in front of the gateway, `https://pay.acme.example`; null: the gateway's address. */
  origin: z.string().nullable(),
  /** Origins whose pages may frame the secure link; null: there is no secure link. */
  allowedDomains: z.array(z.string()).nullable(),
  /** PaymentLinkConfig of the interface: merged and checked. */
  config: jsonObject,
  /** The language of a new link; absent: that of each customer's browser. */
  locale: z.string().optional(),
});
export type LinkTerms = z.infer<typeof linkTerms>;

/** The software that sent the request, by its own headers. */
const clientSoftware = z.object({ source: z.string().nullable(), version: z.string().nullable() }).optional();

/**
 * The fields of a payment request that rules read: absent if the request did not send the field, null if the request
 * sent null. `details` contains all other fields under their wire names; the gateway validates them, and they are
 * stored and returned unchanged.
 */
export const paymentFields = z.object({
  /** Set on a request about an existing payment; never moves the payment to another profile. */
  profileId: profileId.optional(),
  amount: minorUnitsWire.optional(),
  currency: currencyWire.optional(),
  shippingCost: minorUnitsWire.nullable().optional(),
  orderTaxAmount: minorUnitsWire.nullable().optional(),
  surchargeAmount: minorUnitsWire.nullable().optional(),
  surchargeTaxAmount: minorUnitsWire.nullable().optional(),
  amountToCapture: minorUnitsWire.nullable().optional(),
  captureMethod: captureMethod.nullable().optional(),
  authenticationType: authenticationType.nullable().optional(),
  customerId: customerId.nullable().optional(),
  customer: customerDetails.optional(),
  returnUrl: z.string().nullable().optional(),
  setupFutureUsage: z.enum(['off_session', 'on_session']).nullable().optional(),
  paymentMethod: z.string().nullable().optional(),
  paymentMethodType: z.string().nullable().optional(),
  sessionExpirySeconds: z.int().nullable().optional(),
  straightThrough: straightThrough.optional(),
  /** The connector account with the request's own credentials: the only one that may take the payment. */
  credentials: accountRef.optional(),
  card: sealedCard.optional(),
  /** The CVC that the request sends for a saved card: Redis stores it under this reference. */
  cvcReference: cardReference.optional(),
  /** The payment method data of anything but a card: `{"wallet": …}` as received, sealed. */
  sealedMethodData: sealedData.optional(),
  /** The proof of an authentication that the merchant's own 3DS server made; only with `card`. */
  authentication: authenticationProof.optional(),
  /** `digestOf` the processor's id of the order that the customer approved, which the sealed data of a wallet names. */
  orderDigest: z.string().optional(),
  /** `payment_method_data` as the interface returns it, without the data in `card`: `{"billing": …, "wallet": …}`. */
  paymentMethodData: jsonObject.optional(),
  /** Whether the card in a wallet is a credit or a debit card, where the wallet says so. */
  walletCardType: z.string().optional(),
  browserInfo: jsonObject.nullable().optional(),
  /** Charges a saved payment method. */
  recurring: recurring.optional(),
  mandateTerms: mandateTerms.nullable().optional(),
  link: linkTerms.optional(),
  allKeysRequired,
  details: jsonObject,
});
export type PaymentFields = z.infer<typeof paymentFields>;

/** Creates a payment and, with `confirm`, confirms it. */
export const paymentCreate = command(
  'payment.create',
  z.object({
    ...about,
    profileId,
    /** As sent: absent and false differ on the wire (`amount_capturable`). */
    confirm: z.boolean().nullable(),
    fields: paymentFields,
    callerIp: z.string().nullable(),
    client: clientSoftware,
  }),
);

/** The total that a page has shown to the customer; absent: the caller has not said it. Another total is not charged. */
const shownTotal = { shownTotal: moneyWire.optional() };

/** Updates a payment and, with `confirm`, confirms it. */
export const paymentUpdate = command(
  'payment.update',
  z.object({
    ...about,
    caller,
    confirm: z.boolean().nullable(),
    fields: paymentFields,
    callerIp: z.string().nullable(),
    client: clientSoftware,
    ...shownTotal,
  }),
);

/** Confirms a payment: begins an attempt at a processor. */
export const paymentConfirm = command(
  'payment.confirm',
  z.object({
    ...about,
    caller,
    fields: paymentFields,
    callerIp: z.string().nullable(),
    client: clientSoftware,
    ...shownTotal,
  }),
);

/**
 * Ends the attempt of a customer who has left the bank's page, so that another one may begin. Reply: the payment, whose attempt
 * stays if it cannot be ended.
 */
export const paymentReplaceAttempt = command('payment.replace_attempt', z.object({ ...about, caller }));

/**
 * `GET` with `force_sync`: syncs with the processor if the status allows it, or with the owner of refunds if the
 * payment may have refunds, then replies with the payment.
 */
export const paymentSync = command(
  'payment.sync',
  z.object({
    ...about,
    caller,
    expandAttempts: z.boolean(),
    expandCaptures: z.boolean(),
    allKeysRequired,
    namedCredentials,
  }),
);

/**
 * Checks the result of a command whose reply timed out. The check uses the same key, so it arrives after the command.
 * If the command was handled, the reply is the payment; if not, the command did nothing and, past its deadline, never
 * will.
 */
export const paymentCheck = command(
  'payment.check',
  z.object({
    ...about,
    caller,
    /** order: the reply is that of `payment.create_order`; authentication: that of `payment.authenticate`. */
    shows: z.enum(['order', 'authentication']).optional(),
  }),
);

/** The customer returned from the processor's page: syncs the attempt, then replies with the target of the browser. */
export const paymentReturn = command(
  'payment.return',
  z.object({ ...about, connector: z.string(), parameters: z.record(z.string(), z.string()) }),
);

/** Reply to `payment.return`; the gateway builds the signed redirect from it. */
export const paymentReturned = z.object({
  returnUrl: z.string().nullable(),
  status: z.string(),
  paymentId,
  profileId,
  clientSecret: z.string(),
  amount: z.int(),
  manualRetryAllowed: z.boolean().nullable(),
  /** The payment still waits for the customer: the browser opens the start page of this attempt again. */
  startAgainAttemptId: z.string().nullable(),
  /** The page of the payment's link, where the browser goes instead of the merchant's page; null: to the merchant's. */
  linkPage: z.string().nullable().default(null),
  /** The customer opened the bank's page in a separate window: the merchant's window continues, not the bank's. */
  inPopup: z.boolean().default(false),
});
export type PaymentReturned = z.infer<typeof paymentReturned>;

/**
 * Erases the data of a deleted customer in a payment. `isLast`: also in a payment under way, which earlier passes leave
 * as it is, because its next authorization still needs the data.
 */
export const paymentRedact = command('payment.redact', z.object({ ...about, isLast: z.boolean() }));
