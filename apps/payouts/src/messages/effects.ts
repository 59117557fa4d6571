import type { FindGsmRule, Outgoing } from '@payorch/contracts';
import { connectorPayoutSync, outgoing, payoutCommands, routePayoutRequest, webhookRedact } from '@payorch/contracts';
import { InvariantError } from '@payorch/kernel';
import { jobEffects, type Performed, type Performers, repliesTo } from '@payorch/platform/resources';
import type { MerchantSeals } from '@payorch/platform/sealing';
import { isPlaced, lookedUpBy, type PlacedAttempt } from '../domain/attempt';
import type { Effect } from '../domain/decision';
import { attemptOf, type Payout, type PayoutReply } from '../domain/payout';
import { marksOf } from '../domain/payout-states';
import { payoutDueJob } from '../persistence/jobs';
import { payoutView } from '../queries/payout.view';
import { idsOf, stepOperation } from './step-command';

export interface EffectParts {
  readonly seals: Pick<MerchantSeals, 'seal'>;
  readonly gsmRule: FindGsmRule;
}

const due = jobEffects(payoutDueJob, ({ merchantId, payoutId }: Payout) => ({ merchantId, payoutId }));

const placedAttemptOf = (payout: Payout): PlacedAttempt => {
  const attempt = attemptOf(payout);
  if (!attempt || !isPlaced(attempt)) throw new InvariantError('a step is sent to an account');
  return attempt;
};

/** What each effect does, on the payout with its raised version. */
export function performersWith({ seals, gsmRule }: EffectParts): Performers<Payout, Effect> {
  const send = (payout: Payout): Performed => ({ messages: [stepMessage(payout, seals)] });
  const route = (payout: Payout): Performed => ({ messages: [routeMessage(payout, seals)] });
  return {
    route,
    send,
    cancel: (payout) => ({ messages: [cancelMessage(payout, seals)] }),
    sync(payout) {
      if (marksOf(payout.state).due !== 'asked_again') return { messages: [syncMessage(payout)] };
      return payout.state === 'routing' ? route(payout) : send(payout);
    },
    redact_webhooks: ({ merchantId, payoutId }) => ({
      messages: [outgoing(webhookRedact, { merchantId, objectId: payoutId })],
    }),
    sync_later: due.later,
    cancel_sync: due.cancel,
    reply: (payout, { pendingReplies }) => ({
      replies: pendingReplies.map(({ topic, correlationId, expandAttempts = false }: PayoutReply) => ({
        to: { topic, correlationId },
        reply: { kind: 'response', body: payoutView(payout, { gsmRule, expandAttempts }) },
      })),
    }),
    acknowledge: (_, { pendingReplies }) => repliesTo(pendingReplies, { kind: 'response', body: Buffer.alloc(0) }),
    refuse: (_, { pendingReplies, refusal }) => repliesTo(pendingReplies, refusal),
  };
}

/** A repeated request has the same operation: whichever account it goes to, workers make at most one call. */
function routeMessage(payout: Payout, seals: EffectParts['seals']): Outgoing {
  const attempt = attemptOf(payout);
  if (!attempt) throw new InvariantError('a payout is routed for an attempt');
  const { routingVersion, routingFacts } = attempt;
  return outgoing(routePayoutRequest, {
    operation: stepOperation(payout, attempt, seals),
    autoFulfill: payout.fields.autoFulfill,
    straightThrough: payout.fields.straightThrough,
    ...(routingVersion !== undefined && { routingVersion }),
    ...(routingFacts && { facts: routingFacts }),
  });
}

function stepMessage(payout: Payout, seals: EffectParts['seals']): Outgoing {
  const attempt = placedAttemptOf(payout);
  const operation = stepOperation(payout, attempt, seals);
  return outgoing(payoutCommands[attempt.step], { ...operation, account: attempt.account });
}

function cancelMessage(payout: Payout, seals: EffectParts['seals']): Outgoing {
  const attempt = placedAttemptOf(payout);
  const operation = stepOperation(payout, { ...attempt, operation: cancelOperationOf(payout) }, seals);
  return outgoing(payoutCommands.payout_cancel, { ...operation, account: attempt.account });
}

function cancelOperationOf({ facts }: Payout) {
  if (!('cancelOperation' in facts)) throw new InvariantError('a cancellation has an operation');
  return facts.cancelOperation;
}

/** The version numbers the sync: an outcome under an earlier number counts as redelivered. */
function syncMessage(payout: Payout): Outgoing {
  const attempt = placedAttemptOf(payout);
  const about =
    'cancelOperation' in payout.facts
      ? { operationId: payout.facts.cancelOperation, flow: 'payout_cancel' as const, reference: attempt.reference }
      : { flow: attempt.step, reference: lookedUpBy(attempt) };
  return outgoing(connectorPayoutSync, {
    ...idsOf(payout, attempt),
    ...about,
    account: attempt.account,
    recipientReference: attempt.recipientReference,
    money: payout.fields.money,
    round: payout.version,
  });
}
