import type { AccountRef, JsonObject, RouteCandidate, RouteDecision } from '@payorch/contracts';
import { baseAccountOf } from '@payorch/contracts';
import type { Attempt } from '../domain/attempt';
import { accountOf } from '../domain/attempt';
import type { Payment } from '../domain/payment';

/** The account as merchants know it, without inline credentials. */
const accountView = ({ connector, merchantConnectorId }: AccountRef): JsonObject => ({
  connector,
  merchant_connector_id: baseAccountOf(merchantConnectorId),
});

const candidateView = ({ filter, health, score, ...account }: RouteCandidate): JsonObject => ({
  ...accountView(account),
  filter,
  health: health ?? null,
  score: score ?? null,
});

const scoresView = (scores: NonNullable<RouteDecision['dynamic']>): JsonObject => ({
  approach: scores.approach,
  success_based_algorithm_id: scores.successBasedId,
  elimination_algorithm_id: scores.eliminationId,
  contract_algorithm_id: scores.contractId,
  eliminated: scores.eliminated,
});

const decisionView = (decision: RouteDecision): JsonObject => ({
  source: decision.source,
  algorithm_id: decision.algorithmId,
  rule: decision.rule,
  draw: decision.draw,
  fell_back: decision.fellBack,
  routing_version: decision.routingVersion,
  account_version: decision.accountVersion,
  facts: { values: decision.facts.values, metadata: decision.facts.metadata ?? null },
  candidates: decision.candidates.map(candidateView),
  more_candidates: decision.more ?? 0,
  dynamic: decision.dynamic ? scoresView(decision.dynamic) : null,
});

function attemptView(attempt: Attempt): JsonObject {
  const taken = accountOf(attempt);
  return {
    attempt_id: attempt.id,
    fallback_of: attempt.fallbackOf ?? null,
    taken: taken && accountView(taken),
    fallbacks: attempt.fallbacks.map(accountView),
    decision: attempt.decision ? decisionView(attempt.decision) : null,
  };
}

/** Why each attempt of the payment went where it went. An attempt without an outcome has no decision yet. */
export const paymentRoutingView = ({ paymentId, profileId, attempts }: Payment): JsonObject => ({
  payment_id: paymentId,
  profile_id: profileId,
  attempts: attempts.map(attemptView),
});
