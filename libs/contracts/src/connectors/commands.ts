import { keyOf } from '@payorch/kernel';
import {
  declarationOf,
  openFactsOf,
  operationsOf,
  sealedDetails,
  type OpenFactsOf,
  type OperationName,
  type OperationsOf,
  type SealedFactsOf,
} from '@payorch/operations';
import {
  accountRef,
  allKeysRequired,
  mandateOperationIds,
  merchantId,
  moneyWire,
  operationIds,
  paymentId,
  refundId,
  routeDecision,
} from '@payorch/values';
import { z } from 'zod';
import { atProcessor, toConnector } from './to-connector';
import { defineMessage, type MessageDefinition } from '../messages/define-message';
import { topics } from '../messages/topics';

/** An authorization as messages carry it: routing sees what it decides by, and only a worker opens the rest. */
export const sealedOperation = z.object({ ...operationIds, ...openFactsOf('authorize'), ...sealedDetails });
export type SealedOperation = z.infer<typeof sealedOperation>;

/** The worker publishes `connector.outcome`. */
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

/** The operations that a command of their own requests. That of a relay is `connector.relay`; steps of payouts have their own too. */
export type CommandedOperation = Exclude<OperationName, OperationsOf<'relay' | 'payout'>>;

type AtProcessor = Readonly<z.output<z.ZodObject<typeof atProcessor>>>;
type Details<Name extends OperationName> = keyof SealedFactsOf<Name> extends never
  ? unknown
  : { readonly sealedDetails: string };
type CommandOf<Name extends CommandedOperation> = MessageDefinition<
  AtProcessor & OpenFactsOf<Name> & Details<Name>,
  `connector.${Name}`
>;

const commandOf = (name: CommandedOperation): MessageDefinition =>
  defineMessage({
    ...toConnector,
    type: `connector.${name}`,
    data: z.object({
      ...atProcessor,
      ...openFactsOf(name),
      ...(Object.keys(declarationOf(name).sealed).length > 0 && sealedDetails),
    }) as never,
  });

const commanded: readonly CommandedOperation[] = [
  ...operationsOf('payment'),
  ...operationsOf('refund'),
  ...operationsOf('mandate'),
  ...operationsOf('dispute'),
];

/** The command of every operation, derived from its declaration. The key is the payment's, as of all its operations. */
export const operationCommands = {
  ...(Object.fromEntries(commanded.map((name) => [name, commandOf(name)])) as unknown as {
    readonly [Name in Exclude<CommandedOperation, 'authorize'>]: CommandOf<Name>;
  }),
  authorize: connectorAuthorize,
};

/** Syncs the revocation of a mandate with the processor. */
export const connectorMandateSync = defineMessage({
  ...toConnector,
  type: 'connector.mandate_sync',
  data: z.object({ ...mandateOperationIds, account: accountRef, reference: z.string(), round: z.int() }),
});

/** The operations of payments. */
export const paymentOperation = z.enum(operationsOf('payment'));

/** Syncs an operation with the processor. A sync moves no money and may be repeated. */
export const connectorSync = defineMessage({
  ...toConnector,
  type: 'connector.sync',
  data: z.object({
    ...atProcessor,
    flow: paymentOperation,
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

/**
 * Syncs a refund with the processor. `reference` is the processor's id of the refund, null if the processor never
 * returned one.
 */
export const connectorRefundSync = defineMessage({
  ...toConnector,
  type: 'connector.refund_sync',
  data: z.object({
    ...atProcessor,
    refundId,
    reference: z.string().nullable(),
    paymentReference: z.string(),
    money: moneyWire,
    round: z.int(),
  }),
});
