import {
  allKeysRequired,
  authenticationProof,
  installments,
  jsonObject,
  moneyWire,
  networkToken,
  type OperationIds,
  orderData,
  sealedCard,
  sealedData,
  split,
  timestamp,
  tokenExpiry,
} from '@payorch/values';
import { z } from 'zod';
import { declare, type ValuesOf } from '../declare';
import { sampleSum } from './samples';

/**
 * none: only this payment. store: save the payment method for later payments, on or off session. use: charge a saved
 * payment method; both references are the processor's own and belong to the connector account that must take the
 * payment. Without a reference and without a network transaction id, the card is charged by its number alone.
 */
export const mandate = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({
    kind: z.literal('store'),
    usage: z.enum(['off_session', 'on_session']),
    /** Only a connector that can save the payment method takes the payment, also one that charges something. */
    isRequired: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('use'),
    offSession: z.boolean(),
    mandateReference: z.string().nullable(),
    customerReference: z.string().nullable(),
    networkTransactionId: z.string().nullable(),
    /** The card network's name of the chain of payments that this charge belongs to. */
    transactionLinkId: z.string().optional(),
    /** The electronic commerce indicator of the customer's first payment. */
    eci: z.string().optional(),
  }),
]);
export type MandateUse = z.infer<typeof mandate>;

/** The kinds of charges that a merchant initiates, by their names in the interface. */
export const mitCategory = z.enum(['installment', 'unscheduled', 'recurring', 'resubmission']);
export type MitCategory = z.infer<typeof mitCategory>;

/**
 * Authorizes one attempt; with automatic capture also captures it. The facts are everything that a processor may need. A zero
 * amount charges nothing and only saves the payment method.
 */
export const authorize = declare('authorize', {
  owner: 'payment',
  facts: {
    money: moneyWire,
    capture: z.enum(['automatic', 'manual']),
    paymentMethod: z.string(),
    paymentMethodType: z.string().nullable(),
    /** Without the holder's name. */
    card: sealedCard.nullable(),
    mandate: mandate.default({ kind: 'none' }),
    /** The processor's id of the order that the customer approved: the authorization is of that order. */
    orderReference: z.string().optional(),
    /** Requests 3-D Secure authentication if the processor leaves the choice to us. */
    threeDs: z.boolean(),
    /**
     * The gateway page to which the processor sends the customer's browser back. `{connector}` stands for the chosen
     * connector.
     */
    returnUrl: z.string(),
    customerId: z.string().nullable(),
    /** Requests that the authorized amount can be incremented later, if the processor supports it. */
    incremental: z.boolean().default(false),
    /** Requests an extended authorization, if the processor supports it. */
    extended: z.boolean().optional(),
    /** Several captures will follow, each of a part. */
    multiple: z.boolean().optional(),
    /** Requests that more than the authorized amount can be captured, if the processor supports it. */
    overcapture: z.boolean().optional(),
    /** The merchant accepts an authorization of less than the amount. */
    partial: z.boolean().optional(),
    /** Why the merchant charges an absent customer; only with a saved payment method. */
    mitCategory: mitCategory.optional(),
    /** How the processor splits the payment; absent: not at all. */
    split: split.optional(),
    /** The plan by which the customer pays `money`, its interest included; only a connector that charges in installments takes the payment. */
    installments: installments.optional(),
  },
  sealed: {
    cardHolderName: z.string().nullable(),
    authentication: authenticationProof.optional(),
    customerName: z.string().nullable().default(null),
    customerPhone: z.string().nullable().default(null),
    email: z.string().nullable(),
    billing: jsonObject.nullable(),
    shipping: jsonObject.nullable(),
    browserInfo: jsonObject.nullable(),
    description: z.string().nullable(),
    statementDescriptor: z.string().nullable(),
    /** The part after the merchant's own prefix, where the request names it apart. */
    statementDescriptorSuffix: z.string().optional(),
    /** Absent unless the profile reports level 2 and 3 data. */
    order: orderData.optional(),
    metadata: jsonObject.nullable(),
  },
  internal: {
    /** The country of the billing address, by which routing decides too. */
    billingCountry: z.string().nullable(),
    /**
     * The payment method data of anything but a card: `payment_method_data` as JSON (`{"wallet": {"apple_pay": …}}`),
     * sealed to the workers' key and bound to the merchant of the attempt.
     */
    sealedMethodData: sealedData.nullable().default(null),
    /** Present where the data is a decrypted wallet token that was saved: only some connectors charge one. */
    walletToken: tokenExpiry.optional(),
    /** The network token of the card: a connector that takes such tokens gets it, with a cryptogram, in place of the number. */
    networkToken: networkToken.optional(),
    /** Present where the customer was authenticated outside the processor: only a connector that carries the proof takes the payment. */
    isAuthenticated: z.literal(true).optional(),
    allKeysRequired,
    /** Deadline to begin: a worker does not send an authorization after this time. */
    notAfter: timestamp,
  },
  lookup: { flow: 'sync', by: 'own' },
  share: 'charge',
  cases: ['success', 'refusal', 'unseen_status', 'other_amount', 'other_currency', 'fault'],
  sample: {
    money: sampleSum,
    capture: 'automatic',
    paymentMethod: 'card',
    paymentMethodType: 'credit',
    cardHolderName: 'Ada Lovelace',
    mandate: { kind: 'none' },
    threeDs: false,
    returnUrl: 'https://switch.example/redirect',
    customerId: null,
    customerName: null,
    customerPhone: null,
    email: null,
    incremental: false,
    billing: null,
    shipping: null,
    browserInfo: null,
    description: null,
    statementDescriptor: null,
    metadata: null,
  },
});

/** The facts of an authorization with its ids, in the memory of its owner and of the worker that sends it. */
export type AuthorizeOperation = OperationIds &
  ValuesOf<typeof authorize.facts & typeof authorize.sealed & typeof authorize.internal>;
