import { keyOf } from '@payorch/kernel';
import { z } from 'zod';
import { defineMessage } from './define-message';
import {
  accountRef,
  attemptId,
  jsonObject,
  merchantId,
  moneyWire,
  operationId,
  outcome,
  paymentId,
  profileId,
  refundId,
  sealedCard,
  sealedData,
  timestamp,
} from './parts';
import { connectorCommandsTopic, topics } from './topics';

const about = { operationId, merchantId, profileId, paymentId, attemptId };
/** The outcome brings the processor's answer along. */
const wantsWhole = z.boolean().optional();
const paymentFlow = z.enum(['authorize', 'capture', 'void', 'increment', 'extend', 'post_capture_void']);

/**
 * none: this payment alone. store: keep the method for later ones, with or without the customer there. use: charge what
 * was stored; both references are the processor's own, of the account that the payment must then go to.
 */
export const mandate = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('store'), usage: z.enum(['off_session', 'on_session']) }),
  z.object({
    kind: z.literal('use'),
    offSession: z.boolean(),
    mandateReference: z.string().nullable(),
    customerReference: z.string().nullable(),
    networkTransactionId: z.string().nullable(),
  }),
]);
export type MandateUse = z.infer<typeof mandate>;

/**
 * Everything a processor may need to authorize one attempt; not yet bound to an account. A sum of zero charges nothing: it
 * only stores the method.
 */
export const authorizeOperation = z.object({
  ...about,
  money: moneyWire,
  capture: z.enum(['automatic', 'manual']),
  paymentMethod: z.string(),
  paymentMethodType: z.string().nullable(),
  card: sealedCard.nullable(),
  /**
   * What is paid with where it is no card: the wire's `payment_method_data` as JSON (`{"wallet": {"apple_pay": …}}`), sealed
   * to the workers' key and bound to the attempt's merchant.
   */
  sealedMethodData: sealedData.nullable().default(null),
  mandate: mandate.default({ kind: 'none' }),
  /** The customer must be asked by the issuer where the processor leaves us the choice. */
  threeDs: z.boolean(),
  /** Where the processor sends the customer's browser back to: a page of the gateway. `{connector}` stands for the chosen one. */
  returnUrl: z.string(),
  customerId: z.string().nullable(),
  customerName: z.string().nullable().default(null),
  customerPhone: z.string().nullable().default(null),
  email: z.string().nullable(),
  /** The sum may be raised later, where the processor can. */
  incremental: z.boolean().default(false),
  /** What is held should stay held for longer than is usual, where the processor can. */
  extended: z.boolean().optional(),
  billing: jsonObject.nullable(),
  shipping: jsonObject.nullable(),
  browserInfo: jsonObject.nullable(),
  description: z.string().nullable(),
  statementDescriptor: z.string().nullable(),
  metadata: jsonObject.nullable(),
  wantsWhole,
  /** An authorization that has not begun by then is not begun at all. */
  notAfter: timestamp,
});
export type AuthorizeOperation = z.infer<typeof authorizeOperation>;

type ToConnector = { account: { connector: string }; merchantId: Parameters<typeof keyOf>[0]; paymentId: string };
const toConnector = {
  topic: topics.connectorCommands.name,
  topicOf: (m: ToConnector) => connectorCommandsTopic(m.account.connector),
  key: (m: ToConnector) => keyOf(m.merchantId, m.paymentId),
  version: 1,
  kind: 'command',
} as const;

export const connectorAuthorize = defineMessage({
  ...toConnector,
  type: 'connector.authorize',
  data: authorizeOperation.extend({
    account: accountRef,
    /** The accounts to try after a definite decline, in order; `payments` alone begins the next attempt. */
    fallbacks: z.array(accountRef),
  }),
});

export const connectorCapture = defineMessage({
  ...toConnector,
  type: 'connector.capture',
  data: z.object({
    ...about,
    account: accountRef,
    reference: z.string(),
    money: moneyWire,
    authorized: moneyWire,
    wantsWhole,
  }),
});

export const connectorVoid = defineMessage({
  ...toConnector,
  type: 'connector.void',
  data: z.object({ ...about, account: accountRef, reference: z.string(), reason: z.string().nullable(), wantsWhole }),
});

/** Take back a charge, whole, before it is settled. `charged` is what was taken. */
export const connectorPostCaptureVoid = defineMessage({
  ...toConnector,
  type: 'connector.post_capture_void',
  data: z.object({
    ...about,
    account: accountRef,
    reference: z.string(),
    charged: moneyWire,
    reason: z.string().nullable(),
  }),
});

/** Have what is held stay held for longer. */
export const connectorExtend = defineMessage({
  ...toConnector,
  type: 'connector.extend',
  data: z.object({ ...about, account: accountRef, reference: z.string() }),
});

/** Raise what is held: `money` is the new sum, `authorized` the one until now. */
export const connectorIncrement = defineMessage({
  ...toConnector,
  type: 'connector.increment',
  data: z.object({
    ...about,
    account: accountRef,
    reference: z.string(),
    money: moneyWire,
    authorized: moneyWire,
    reason: z.string().nullable(),
  }),
});

/** Give money back. `reference` is the processor's id of the payment, `charged` what was taken. */
export const connectorRefund = defineMessage({
  ...toConnector,
  type: 'connector.refund',
  data: z.object({
    ...about,
    refundId,
    account: accountRef,
    reference: z.string(),
    money: moneyWire,
    charged: moneyWire,
    reason: z.string().nullable(),
    metadata: jsonObject.nullable(),
  }),
});

/** Ask what became of a refund. `reference` is the processor's id of the refund, null where we never heard it. */
export const connectorRefundSync = defineMessage({
  ...toConnector,
  type: 'connector.refund_sync',
  data: z.object({
    ...about,
    refundId,
    account: accountRef,
    reference: z.string().nullable(),
    paymentReference: z.string(),
    money: moneyWire,
    round: z.int(),
  }),
});

/** Ask what became of an operation. It moves nothing, so it may be asked any number of times. */
export const connectorSync = defineMessage({
  ...toConnector,
  type: 'connector.sync',
  data: z.object({
    ...about,
    account: accountRef,
    flow: paymentFlow,
    /** The processor's id of the payment; null where we never heard it and only our own operation id can find it. */
    reference: z.string().nullable(),
    /** What was asked for: an answer with another sum is `mismatched`. */
    money: moneyWire,
    /** Makes each question's answer tell apart from the last one's. */
    round: z.int(),
    wantsWhole,
  }),
});

/**
 * Of a sync to which the processor gave no answer. `asked`: it was called, in vain, and the next sync is due after `syncInMs` at
 * the latest; else it was not called, since its breaker is open, and the next sync is due after `syncInMs`.
 */
export const unanswered = z.object({ asked: z.boolean(), syncInMs: z.int().nonnegative() });
export type Unanswered = z.infer<typeof unanswered>;

const result = { ...about, account: accountRef, unanswered: unanswered.optional() };

/** What became of an operation: from its own call, from a sync, or from a processor webhook that was verified. */
export const connectorOutcome = defineMessage({
  topic: topics.connectorResultsPayments.name,
  type: 'connector.outcome',
  version: 1,
  kind: 'event',
  key: (m) => keyOf(m.merchantId, m.paymentId),
  data: z.object({
    ...result,
    flow: paymentFlow,
    source: z.enum(['call', 'sync', 'webhook']),
    outcome,
    /** When the processor was called first; null where it never was. */
    sentAt: timestamp.nullable(),
    /** Sent along by the first outcome of an authorization: the route that was taken. */
    fallbacks: z.array(accountRef).nullable(),
  }),
});

/** The same of a refund: from its own call, from a sync, or from a processor webhook that was verified. */
export const connectorRefundOutcome = defineMessage({
  topic: topics.connectorResultsRefunds.name,
  type: 'connector.refund_outcome',
  version: 1,
  kind: 'event',
  key: (m) => keyOf(m.merchantId, m.paymentId),
  data: z.object({
    ...result,
    refundId,
    source: z.enum(['call', 'sync', 'webhook']),
    outcome,
    sentAt: timestamp.nullable(),
  }),
});

/**
 * An authorization whose account nobody has told of for a while: has it begun? Where the workers of its connector are all away
 * and those of another account's are not, it is shut, and `connector.outcome` says so; else `connector.begin_checked` answers.
 */
export const connectorBeginCheck = defineMessage({
  topic: topics.connectorBeginChecks.name,
  type: 'connector.begin_check',
  version: 1,
  kind: 'command',
  key: (m) => keyOf(m.merchantId, m.paymentId),
  data: z.object({ ...about, account: accountRef, fallbacks: z.array(accountRef), money: moneyWire, round: z.int() }),
});

/**
 * begun: a worker has taken it. waiting: it is queued for workers that are there. alone: they are away, and so are those of
 * every other account; it is not shut, and may still begin.
 */
export const connectorBeginChecked = defineMessage({
  topic: topics.connectorResultsPayments.name,
  type: 'connector.begin_checked',
  version: 1,
  kind: 'event',
  key: (m) => keyOf(m.merchantId, m.paymentId),
  data: z.object({ ...result, verdict: z.enum(['begun', 'waiting', 'alone']), round: z.int() }),
});
