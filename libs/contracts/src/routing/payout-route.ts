import {
  accountRef,
  keyOfPayout,
  maxCandidates,
  payoutOperationIds,
  routeCandidate,
  routeDecision,
  routingFacts,
  straightThrough,
} from '@payorch/values';
import { z } from 'zod';
import { sealedPayoutOperation } from '../connectors/payouts';
import { defineMessage } from '../messages/define-message';
import { topics } from '../messages/topics';

/**
 * Selects the account of a payout and forwards its first step: `routing` publishes that step's command to the topic of the chosen
 * connector, or `route.payout_chosen`, or `route.payout_none`. The operation is the first step's, whichever it is: a repeated
 * request never begins a second one, since a worker claims an operation once.
 */
export const routePayoutRequest = defineMessage({
  topic: topics.routingRequests.name,
  type: 'route.payout_request',
  version: 1,
  kind: 'command',
  key: (m) => keyOfPayout(m.operation),
  data: z.object({
    operation: sealedPayoutOperation,
    /** False: the fulfilment waits for a command of its own, so it is no first step. */
    autoFulfill: z.boolean(),
    straightThrough: straightThrough.nullable(),
    /** The version of the profile's routing settings when the attempt began; absent: it had none. */
    routingVersion: z.int().optional(),
    /** What the algorithm in force compares; absent: it compares nothing. */
    facts: routingFacts.optional(),
  }),
});

const answer = { topic: topics.connectorResultsPayouts.name, version: 1, kind: 'event', key: keyOfPayout } as const;

/** Answer to `route.payout_request`: the account has no step before the fulfilment, which the merchant has yet to request. */
export const routePayoutChosen = defineMessage({
  ...answer,
  type: 'route.payout_chosen',
  data: z.object({
    ...payoutOperationIds,
    account: accountRef,
    fallbacks: z.array(accountRef),
    decision: routeDecision,
  }),
});

/** Answer to `route.payout_request`: no connector account can take the payout. */
export const routePayoutNone = defineMessage({
  ...answer,
  type: 'route.payout_none',
  data: z.object({
    ...payoutOperationIds,
    /** The reasons of `route.none` that a payout can have. */
    reason: z.enum(['unknown_account', 'no_account', 'unknown_connector', 'account_disabled', 'not_implemented']),
    /** The accounts that were looked at, each with the filter that left it out. */
    candidates: z.array(routeCandidate).max(maxCandidates),
    /** The connector that the reason refers to, if any. */
    connector: z.string().nullable(),
  }),
});
