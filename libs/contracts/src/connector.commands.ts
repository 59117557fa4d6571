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
  sealedCard,
  timestamp,
} from './parts';
import { connectorCommandsTopic, topics } from './topics';

const about = { operationId, merchantId, profileId, paymentId, attemptId };

/** Everything a processor may need to authorize one attempt; not yet bound to an account. */
export const authorizeOperation = z.object({
  ...about,
  money: moneyWire,
  capture: z.enum(['automatic', 'manual']),
  paymentMethod: z.string(),
  paymentMethodType: z.string().nullable(),
  card: sealedCard.nullable(),
  /** The customer must be asked by the issuer where the processor leaves us the choice. */
  threeDs: z.boolean(),
  /** Where the processor sends the customer's browser back to: a page of the gateway. `{connector}` stands for the chosen one. */
  returnUrl: z.string(),
  customerId: z.string().nullable(),
  email: z.string().nullable(),
  billing: jsonObject.nullable(),
  shipping: jsonObject.nullable(),
  browserInfo: jsonObject.nullable(),
  description: z.string().nullable(),
  statementDescriptor: z.string().nullable(),
  metadata: jsonObject.nullable(),
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
  data: z.object({ ...about, account: accountRef, reference: z.string(), money: moneyWire, authorized: moneyWire }),
});

export const connectorVoid = defineMessage({
  ...toConnector,
  type: 'connector.void',
  data: z.object({ ...about, account: accountRef, reference: z.string(), reason: z.string().nullable() }),
});

/** Ask what became of an operation. It moves nothing, so it may be asked any number of times. */
export const connectorSync = defineMessage({
  ...toConnector,
  type: 'connector.sync',
  data: z.object({
    ...about,
    account: accountRef,
    flow: z.enum(['authorize', 'capture', 'void']),
    /** The processor's id of the payment; null where we never heard it and only our own operation id can find it. */
    reference: z.string().nullable(),
    /** What was asked for: an answer with another sum is `mismatched`. */
    money: moneyWire,
    /** Makes each question's answer tell apart from the last one's. */
    round: z.int(),
  }),
});

const result = { ...about, account: accountRef };

/** What became of an operation: from its own call, from a sync, or from a processor webhook that was verified. */
export const connectorOutcome = defineMessage({
  topic: topics.connectorResultsPayments.name,
  type: 'connector.outcome',
  version: 1,
  kind: 'event',
  key: (m) => keyOf(m.merchantId, m.paymentId),
  data: z.object({
    ...result,
    flow: z.enum(['authorize', 'capture', 'void']),
    source: z.enum(['call', 'sync', 'webhook']),
    outcome,
    /** When the processor was called first; null where it never was. */
    sentAt: timestamp.nullable(),
    /** Sent along by the first outcome of an authorization: the route that was taken. */
    fallbacks: z.array(accountRef).nullable(),
  }),
});
