import { keyOf } from '@payorch/kernel';
import { z } from 'zod';
import { allKeysRequired, atProcessor, toConnector } from './connector-command';
import { defineMessage } from './define-message';
import { countryOf } from './enabled-methods';
import { installments } from './installment-plans';
import {
  accountRef,
  authenticationProof,
  jsonObject,
  mandateOperationIds,
  merchantId,
  moneyWire,
  networkToken,
  orderData,
  operationIds,
  paymentFlow,
  paymentId,
  routeDecision,
  sealedCard,
  sealedData,
  split,
  timestamp,
  tokenExpiry,
} from './parts';
import { topics } from './topics';

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
 * Everything a processor may need to authorize one attempt, without a connector account. A zero amount charges nothing
 * and only saves the payment method.
 */
export const authorizeOperation = z.object({
  ...operationIds,
  money: moneyWire,
  capture: z.enum(['automatic', 'manual']),
  paymentMethod: z.string(),
  paymentMethodType: z.string().nullable(),
  card: sealedCard.nullable(),
  /**
   * The payment method data of anything but a card: `payment_method_data` as JSON (`{"wallet": {"apple_pay": …}}`),
   * sealed to the workers' key and bound to the merchant of the attempt.
   */
  sealedMethodData: sealedData.nullable().default(null),
  /** Present where the data is a decrypted wallet token that was saved: only some connectors charge one. */
  walletToken: tokenExpiry.optional(),
  /** The network token of the card: a connector that takes such tokens gets it, with a cryptogram, in place of the number. */
  networkToken: networkToken.optional(),
  mandate: mandate.default({ kind: 'none' }),
  /** The processor's id of the order that the customer approved: the authorization is of that order. */
  orderReference: z.string().optional(),
  /** Requests 3-D Secure authentication if the processor leaves the choice to us. */
  threeDs: z.boolean(),
  /** Present where the customer was authenticated outside the processor: only a connector that carries the proof takes the payment. */
  isAuthenticated: z.literal(true).optional(),
  authentication: authenticationProof.optional(),
  /**
   * The gateway page to which the processor sends the customer's browser back. `{connector}` stands for the chosen
   * connector.
   */
  returnUrl: z.string(),
  customerId: z.string().nullable(),
  customerName: z.string().nullable().default(null),
  customerPhone: z.string().nullable().default(null),
  email: z.string().nullable(),
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
  billing: jsonObject.nullable(),
  shipping: jsonObject.nullable(),
  browserInfo: jsonObject.nullable(),
  description: z.string().nullable(),
  statementDescriptor: z.string().nullable(),
  /** The part after the merchant's own prefix, where the request names it apart. */
  statementDescriptorSuffix: z.string().optional(),
  /** Why the merchant charges an absent customer; only with a saved payment method. */
  mitCategory: mitCategory.optional(),
  /** Absent unless the profile reports level 2 and 3 data. */
  order: orderData.optional(),
  metadata: jsonObject.nullable(),
  /** How the processor splits the payment; absent: not at all. */
  split: split.optional(),
  /** The plan by which the customer pays `money`, its interest included; only a connector that charges in installments takes the payment. */
  installments: installments.optional(),
  allKeysRequired,
  /** Deadline to begin: a worker does not send an authorization after this time. */
  notAfter: timestamp,
});
export type AuthorizeOperation = z.infer<typeof authorizeOperation>;

/** What routing does not decide by. On the broker it is sealed, and only the worker that calls the processor opens it. */
const sealedFields = {
  customerName: true,
  customerPhone: true,
  email: true,
  billing: true,
  shipping: true,
  browserInfo: true,
  description: true,
  statementDescriptor: true,
  statementDescriptorSuffix: true,
  order: true,
  metadata: true,
  authentication: true,
} as const;

/** The sealed part of an authorization, as JSON before it is sealed. */
const authorizeDetails = authorizeOperation.pick(sealedFields).extend({ cardHolderName: z.string().nullable() });
export type AuthorizeDetails = z.infer<typeof authorizeDetails>;

/** An authorization as messages carry it. */
export const sealedOperation = authorizeOperation.omit(sealedFields).extend({
  /** The country of the billing address, by which routing decides too. */
  billingCountry: z.string().nullable(),
  /** `authorizeDetails`, sealed with the data key of the merchant and bound to the operation. */
  sealedDetails: z.string(),
});
export type SealedOperation = z.infer<typeof sealedOperation>;

/** Where the details of an operation belong: they open for no other one. */
export const detailsPlace = ({ merchantId, operationId }: Pick<SealedOperation, 'merchantId' | 'operationId'>) => ({
  merchantId,
  objectId: operationId,
  column: 'authorize.details',
});

type RoutedFields = Omit<SealedOperation, 'card' | 'billingCountry' | 'sealedDetails'>;
type DetailFields = Omit<AuthorizeDetails, 'cardHolderName'>;

/** Splits an operation into what routing reads and what only a worker opens. */
export function splitOperation({ card, ...operation }: AuthorizeOperation): {
  readonly routed: Omit<SealedOperation, 'sealedDetails'>;
  readonly details: AuthorizeDetails;
} {
  const entries = Object.entries(operation);
  const routed = Object.fromEntries(entries.filter(([name]) => !(name in sealedFields)));
  const details = Object.fromEntries(entries.filter(([name]) => name in sealedFields));
  const billingCountry = countryOf(operation.billing ?? undefined);
  return {
    routed: { ...(routed as RoutedFields), card: card && { ...card, holderName: null }, billingCountry },
    details: { ...(details as DetailFields), cardHolderName: card && card.holderName },
  };
}

/** The details as the text that is sealed. */
export const detailsText = (details: AuthorizeDetails): string => JSON.stringify(z.encode(authorizeDetails, details));

/** @throws ZodError: the text is no details of this version. */
export const detailsOfText = (text: string): AuthorizeDetails =>
  z.decode(authorizeDetails, JSON.parse(text) as z.input<typeof authorizeDetails>);

/** The whole operation again. */
export function joinOperation(
  { billingCountry: _country, sealedDetails: _sealed, card, ...routed }: SealedOperation,
  { cardHolderName, ...details }: AuthorizeDetails,
): AuthorizeOperation {
  return { ...routed, ...details, card: card && { ...card, holderName: cardHolderName } };
}

/**
 * Authorizes one attempt at a connector account; with automatic capture also captures it. The worker publishes
 * `connector.outcome`.
 */
export const connectorAuthorize = defineMessage({
  ...toConnector,
  type: 'connector.authorize',
  // Version 1 carried the personal data in the clear.
  version: 2,
  data: sealedOperation.extend({
    account: accountRef,
    /** The connector accounts to try after a definite decline, in order. Only `payments` begins the next attempt. */
    fallbacks: z.array(accountRef),
    /** Why routing chose the account. Absent where payments itself sends the next attempt to a fallback. */
    decision: routeDecision.optional(),
  }),
});

/**
 * Creates an order of `money`, which the customer approves before the confirmation. An order moves no money; `capture`: what
 * its confirmation is to do.
 */
export const connectorCreateOrder = defineMessage({
  ...toConnector,
  type: 'connector.create_order',
  data: z.object({ ...atProcessor, money: moneyWire, capture: z.enum(['automatic', 'manual']) }),
});

/**
 * Revokes a mandate. `reference` is the processor's id of the saved payment method. The key is the payment's that set the
 * mandate up, as of all operations of that payment.
 */
export const connectorRevokeMandate = defineMessage({
  ...toConnector,
  type: 'connector.revoke_mandate',
  data: z.object({ ...mandateOperationIds, account: accountRef, reference: z.string() }),
});

/** Syncs the revocation of a mandate with the processor. */
export const connectorMandateSync = defineMessage({
  ...toConnector,
  type: 'connector.mandate_sync',
  data: z.object({ ...mandateOperationIds, account: accountRef, reference: z.string(), round: z.int() }),
});

/** Syncs an operation with the processor. A sync moves no money and may be repeated. */
export const connectorSync = defineMessage({
  ...toConnector,
  type: 'connector.sync',
  data: z.object({
    ...atProcessor,
    flow: paymentFlow,
    /**
     * The processor's id of the payment or the order; null if the processor never returned one, so that only our operation
     * id can find the operation.
     */
    reference: z.string().nullable(),
    /** The requested amount: a processor that reports another amount or currency yields `mismatched`. */
    money: moneyWire,
    /** Number of the sync: distinguishes the outcome of this sync from the outcome of the previous one. */
    round: z.int(),
    allKeysRequired,
  }),
});

/**
 * Checks whether an authorization without any outcome has begun. If all workers of its connector are away while workers
 * of another account's connector are available, the checking worker closes the authorization and publishes
 * `connector.outcome`; otherwise the worker publishes `connector.begin_checked`.
 */
export const connectorBeginCheck = defineMessage({
  topic: topics.connectorBeginChecks.name,
  type: 'connector.begin_check',
  version: 1,
  kind: 'command',
  key: (m) => keyOf(m.merchantId, m.paymentId),
  data: z.object({
    ...operationIds,
    account: accountRef,
    fallbacks: z.array(accountRef),
    /** Why routing chose the account. Absent where payments itself sent the attempt to a fallback. */
    decision: routeDecision.optional(),
    money: moneyWire,
    round: z.int(),
  }),
});

/** Erases the stored responses of the processor to the operations of a payment: its customer was deleted. */
export const connectorRedact = defineMessage({
  ...toConnector,
  type: 'connector.redact',
  data: z.object({ merchantId, paymentId, account: accountRef }),
});
