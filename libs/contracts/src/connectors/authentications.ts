import { z } from 'zod';
import { operations, sealedDetails } from '@payorch/operations';
import { authenticationKey } from '../authentications';
import { defineMessage } from '../messages/define-message';
import {
  accountRef,
  authenticationId,
  merchantId,
  moneyWire,
  operationId,
  outcome,
  profileId,
  timestamp,
  unanswered,
} from '@payorch/values';
import { topics } from '../messages/topics';

/** An operation of an authentication without a payment: its key is the authentication's. */
const ids = { operationId, merchantId, profileId, authenticationId, account: accountRef };

const toConnector = {
  topic: topics.connectorCommands.name,
  key: authenticationKey,
  version: 1,
  kind: 'command',
} as const;

/** One step of an authentication without a payment. Answered with `connector.authentication_outcome`. */
export const connectorAuthenticationStep = defineMessage({
  ...toConnector,
  type: 'connector.authentication_step',
  data: z.object({
    ...ids,
    step: z.discriminatedUnion('flow', [
      z.object({ flow: z.literal('pre_authenticate'), ...operations.pre_authenticate.facts }),
      z.object({ flow: z.literal('authenticate'), ...operations.authenticate.facts, ...sealedDetails }),
    ]),
  }),
});

const flow = z.enum(['pre_authenticate', 'authenticate']);

/** Looks the step of an authentication up at the 3DS server. A sync may be repeated. */
export const connectorAuthenticationSync = defineMessage({
  ...toConnector,
  type: 'connector.authentication_sync',
  data: z.object({
    ...ids,
    flow,
    /** The 3DS server's id; null until it is known. */
    reference: z.string().nullable(),
    money: moneyWire,
    /** Number of the sync: distinguishes its outcome from that of the previous one. */
    round: z.int(),
  }),
});

/** The outcome of a step of an authentication without a payment, from the call itself or a sync. */
export const connectorAuthenticationOutcome = defineMessage({
  topic: topics.connectorResultsPayments.name,
  type: 'connector.authentication_outcome',
  version: 1,
  kind: 'event',
  key: authenticationKey,
  data: z.object({
    ...ids,
    unanswered: unanswered.optional(),
    source: z.enum(['call', 'sync', 'webhook']),
    outcome,
    /** Time of the first call to the 3DS server; null if the worker never called. */
    sentAt: timestamp.nullable(),
  }),
});
