import { keyOf } from '@payorch/kernel';
import { z } from 'zod';
import { paymentOperation } from './commands';
import { defineMessage } from '../messages/define-message';
import { mandateKey } from '../customers/mandates';
import {
  accountRef,
  merchantId,
  operationIds,
  outcome,
  refundId,
  routeDecision,
  timestamp,
  unanswered,
} from '@payorch/values';
import { topics } from '../messages/topics';

const result = { ...operationIds, account: accountRef, unanswered: unanswered.optional() };

/** The outcome of a payment operation, from the call itself, a sync or a verified processor webhook. */
export const connectorOutcome = defineMessage({
  topic: topics.connectorResultsPayments.name,
  type: 'connector.outcome',
  version: 1,
  kind: 'event',
  key: (m) => keyOf(m.merchantId, m.paymentId),
  data: z.object({
    ...result,
    flow: paymentOperation,
    source: z.enum(['call', 'sync', 'webhook']),
    outcome,
    /** Time of the first call to the processor; null if the worker never called. */
    sentAt: timestamp.nullable(),
    /** The remaining route: the first outcome of an authorization carries it, later outcomes carry null. */
    fallbacks: z.array(accountRef).nullable(),
    /** Why routing chose the account; with the fallbacks, where the command has it. */
    decision: routeDecision.optional(),
  }),
});

/** The outcome of a refund, from the call itself, a sync or a verified processor webhook. */
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

/** The outcome of the revocation of a mandate, from the call itself or a sync. */
export const connectorMandateOutcome = defineMessage({
  topic: topics.connectorResultsPayments.name,
  type: 'connector.mandate_outcome',
  version: 1,
  kind: 'event',
  key: mandateKey,
  data: z.object({
    ...result,
    mandateId: z.string(),
    source: z.enum(['call', 'sync', 'webhook']),
    outcome,
    sentAt: timestamp.nullable(),
  }),
});

/**
 * What a verified webhook says of a payment method that the processor saved: whether the customer's permission holds. The
 * worker knows no mandates, so the processor's id of the payment method is the key.
 */
export const connectorMandateReported = defineMessage({
  topic: topics.connectorResultsPayments.name,
  type: 'connector.mandate_reported',
  version: 1,
  kind: 'event',
  key: (m) => mandateKey({ merchantId: m.merchantId, mandateId: encodeURIComponent(m.mandateReference) }),
  data: z.object({
    merchantId,
    account: accountRef,
    mandateReference: z.string().min(1),
    status: z.enum(['active', 'revoked']),
  }),
});

/**
 * The result of `connector.begin_check`. begun: a worker has taken the authorization. waiting: the authorization is queued
 * and workers of the connector are available. no_other_account: the workers of this connector and of every other account are away;
 * the authorization stays open and may still begin.
 */
export const connectorBeginChecked = defineMessage({
  topic: topics.connectorResultsPayments.name,
  type: 'connector.begin_checked',
  version: 1,
  kind: 'event',
  key: (m) => keyOf(m.merchantId, m.paymentId),
  data: z.object({ ...result, verdict: z.enum(['begun', 'waiting', 'no_other_account']), round: z.int() }),
});
