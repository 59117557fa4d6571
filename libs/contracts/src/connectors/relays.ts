import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import {
  accountRef,
  merchantId,
  operationId,
  outcome,
  profileId,
  relayId,
  timestamp,
  unanswered,
} from '@payorch/values';
import { relayKey, relayOperation, syncedRelayOperation } from '../relays/relays';
import { topics } from '../messages/topics';

/** The operation of a relay belongs to no payment: its key is the relay's. */
const relayOperationIds = { operationId, merchantId, profileId, relayId, account: accountRef };

const toConnector = {
  topic: topics.connectorCommands.name,
  key: relayKey,
  version: 1,
  kind: 'command',
} as const;

/** Executes the operation of a relay. `reference` is the processor's id of the object. Answered with `connector.relay_outcome`. */
export const connectorRelay = defineMessage({
  ...toConnector,
  type: 'connector.relay',
  data: z.object({ ...relayOperationIds, reference: z.string(), operation: relayOperation }),
});

/** Syncs the operation of a relay with the processor. A sync moves no money and may be repeated. */
export const connectorRelaySync = defineMessage({
  ...toConnector,
  type: 'connector.relay_sync',
  data: z.object({
    ...relayOperationIds,
    reference: z.string(),
    operation: syncedRelayOperation,
    /** The processor's id of the operation; null if the processor never returned one. */
    connectorReference: z.string().nullable(),
    /** Number of the sync: distinguishes its outcome from that of the previous one. */
    round: z.int(),
  }),
});

/** The outcome of the operation of a relay, from the call itself, a sync or a verified processor webhook. */
export const connectorRelayOutcome = defineMessage({
  topic: topics.connectorResultsPayments.name,
  type: 'connector.relay_outcome',
  version: 1,
  kind: 'event',
  key: relayKey,
  data: z.object({
    ...relayOperationIds,
    unanswered: unanswered.optional(),
    source: z.enum(['call', 'sync', 'webhook']),
    outcome,
    /** Time of the first call to the processor; null if the worker never called. */
    sentAt: timestamp.nullable(),
  }),
});
