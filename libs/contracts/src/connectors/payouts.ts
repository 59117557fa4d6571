import { openFactsOf, operationsOf, type OpenFactsOf, type OperationsOf, sealedDetails } from '@payorch/operations';
import {
  accountRef,
  keyOfPayout,
  moneyWire,
  outcome,
  payoutOperationIds,
  routeDecision,
  timestamp,
  unanswered,
} from '@payorch/values';
import { z } from 'zod';
import { defineMessage, type MessageDefinition } from '../messages/define-message';
import { topics } from '../messages/topics';
import { toConnectorOfPayout as toConnector } from './to-connector';

export type PayoutOperation = OperationsOf<'payout'>;
export const payoutOperation = z.enum(operationsOf('payout'));

/** What the command of a step carries beside its account, its facts sealed: all steps have the same. */
export const sealedPayoutOperation = z.object({
  ...payoutOperationIds,
  ...openFactsOf('payout_fulfill'),
  ...sealedDetails,
});
export type SealedPayoutOperation = z.infer<typeof sealedPayoutOperation>;

const command = sealedPayoutOperation.extend({
  account: accountRef,
  /** The accounts to try after a definite refusal, in order; absent: routing did not send this step. */
  fallbacks: z.array(accountRef).optional(),
  /** Why routing chose the account; with the fallbacks. */
  decision: routeDecision.optional(),
});
export type PayoutStepCommand = z.infer<typeof command>;

const commandOf = (name: PayoutOperation): MessageDefinition =>
  defineMessage({ ...toConnector, type: `connector.${name}`, data: command as never });

/** The command of every step of a payout. The key is the payout's. The worker publishes `connector.payout_outcome`. */
export const payoutCommands = Object.fromEntries(
  operationsOf('payout').map((name) => [name, commandOf(name)]),
) as unknown as { readonly [Name in PayoutOperation]: MessageDefinition<PayoutStepCommand, `connector.${Name}`> };

/** The facts of a step with those that are sealed, as payouts has them in memory. */
export type PayoutStepFacts = OpenFactsOf<'payout_fulfill'>;

/** Syncs a step of a payout with its processor. A sync moves no money and may be repeated. */
export const connectorPayoutSync = defineMessage({
  ...toConnector,
  type: 'connector.payout_sync',
  data: z.object({
    ...payoutOperationIds,
    account: accountRef,
    flow: payoutOperation,
    /** The processor's id of the payout, or of what the step creates; null if it never returned one. */
    reference: z.string().nullable(),
    recipientReference: z.string().nullable(),
    money: moneyWire,
    /** Number of the sync: distinguishes its outcome from that of the previous one. */
    round: z.int(),
  }),
});

/** The outcome of a step of a payout, from the call itself, a sync or a verified processor webhook. */
export const connectorPayoutOutcome = defineMessage({
  topic: topics.connectorResultsPayouts.name,
  type: 'connector.payout_outcome',
  version: 1,
  kind: 'event',
  key: keyOfPayout,
  data: z.object({
    ...payoutOperationIds,
    account: accountRef,
    flow: payoutOperation,
    unanswered: unanswered.optional(),
    source: z.enum(['call', 'sync', 'webhook']),
    outcome,
    /** Time of the first call to the processor; null if the worker never called. */
    sentAt: timestamp.nullable(),
    /** The remaining route: the first outcome of a step that routing sent carries it; null: any other outcome. */
    fallbacks: z.array(accountRef).nullable(),
    decision: routeDecision.optional(),
  }),
});
