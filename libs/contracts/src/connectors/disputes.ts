import { operationsOf } from '@payorch/operations';
import {
  accountRef,
  attemptId,
  connectedAccount,
  disputeId,
  disputeKey,
  merchantId,
  operationIds,
  outcome,
  paymentId,
  processorDispute,
  profileId,
  timestamp,
  unanswered,
} from '@payorch/values';
import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import { topics } from '../messages/topics';

/** The answers of a merchant to a dispute. */
export const disputeOperation = z.enum(operationsOf('dispute'));

const toConnector = {
  topic: topics.connectorCommands.name,
  key: disputeKey,
  version: 1,
  kind: 'command',
} as const;

/** Syncs the merchant's answer to a dispute with the processor. A sync may be repeated. Answered with `connector.dispute_outcome`. */
export const connectorDisputeSync = defineMessage({
  ...toConnector,
  type: 'connector.dispute_sync',
  data: z.object({
    ...operationIds,
    account: accountRef,
    connectedAccount,
    disputeId,
    flow: disputeOperation,
    /** The processor's id of the dispute. */
    reference: z.string(),
    chargeReference: z.string(),
    /** Number of the sync: distinguishes its outcome from that of the previous one. */
    round: z.int(),
  }),
});

const about = { merchantId, profileId, disputeId, paymentId, attemptId, account: accountRef };

/** Reads a dispute at its processor, whatever the merchant answered. Answered with `connector.dispute_reported`. */
export const connectorDisputeRead = defineMessage({
  ...toConnector,
  type: 'connector.dispute_read',
  data: z.object({
    ...about,
    connectedAccount,
    /** The processor's id of the dispute. */
    reference: z.string(),
    chargeReference: z.string(),
    /** Number of the read: distinguishes its result from that of the previous one. */
    round: z.int(),
  }),
});

const result = {
  topic: topics.connectorResultsPayments.name,
  version: 1,
  kind: 'event',
  key: disputeKey,
} as const;

/** The outcome of the merchant's answer to a dispute, from the call itself or a sync. */
export const connectorDisputeOutcome = defineMessage({
  ...result,
  type: 'connector.dispute_outcome',
  data: z.object({
    ...operationIds,
    account: accountRef,
    disputeId,
    unanswered: unanswered.optional(),
    source: z.enum(['call', 'sync', 'webhook']),
    outcome,
    sentAt: timestamp.nullable(),
  }),
});

/**
 * What the processor says of a dispute: in a verified notice, in a list, or read on request. The ids are those of the operation that
 * charged. The dispute's id follows from the account and the processor's id of it.
 */
export const connectorDisputeReported = defineMessage({
  ...result,
  type: 'connector.dispute_reported',
  data: z.object({
    ...about,
    /** The processor's id of the disputed payment. */
    chargeReference: z.string(),
    source: z.enum(['webhook', 'read', 'list']),
    /** null: the processor was asked and did not say it. Only after a read. */
    dispute: processorDispute.nullable(),
  }),
});

/**
 * Fetches the disputes that the processor opened in a period: each is reported to its owner. Reply: `FetchedDisputes`.
 */
export const connectorDisputesFetch = defineMessage({
  topic: topics.connectorWebhooks.name,
  type: 'connector.disputes_fetch',
  version: 1,
  kind: 'query',
  key: () => null,
  data: z.object({ merchantId, account: accountRef, from: timestamp, till: timestamp }),
});

/** failed: the processor did not answer, or has no such list. `isOurs`: the charge is one of ours. */
export const fetchedDisputes = z.union([
  z.object({
    kind: z.literal('fetched'),
    disputes: z.array(
      processorDispute.extend({ disputeId, paymentId: paymentId.nullable(), attemptId: attemptId.nullable() }),
    ),
  }),
  z.object({ kind: z.literal('failed'), code: z.string(), message: z.string() }),
]);
export type FetchedDisputes = z.infer<typeof fetchedDisputes>;
