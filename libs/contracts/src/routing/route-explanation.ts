import type { MerchantConnectorId, RoutingAlgorithmId } from '@payorch/kernel';
import { z } from 'zod';
import type { JsonObject, RouteCandidate, RouteDecision, ScoreInputs, StraightThrough } from '@payorch/values';
import { baseAccountOf, routeCandidate, routeDecision } from '@payorch/values';

type Dynamic = NonNullable<RouteDecision['dynamic']>;
type ScoredAccount = ScoreInputs['accounts'][number];

/** An account as merchants know it, without inline credentials. */
export const accountJson = ({
  connector,
  merchantConnectorId,
}: {
  readonly connector: string;
  readonly merchantConnectorId: string;
}): JsonObject => ({ connector, merchant_connector_id: baseAccountOf(merchantConnectorId) });

const candidateJson = ({ filter, health, score, place, ...account }: RouteCandidate): JsonObject => ({
  ...accountJson(account),
  filter,
  health: health ?? null,
  score: score ?? null,
  place: place ?? null,
});

const inputsJson = ({ split, bySuccess, byNeed, byFailures, isKnown, accounts }: ScoreInputs): JsonObject => ({
  split,
  success_based: bySuccess && {
    exploration_percent: bySuccess.explorationPercent,
    shuffle_on_tie: bySuccess.shuffleOnTie,
  },
  contract: byNeed,
  elimination: byFailures,
  available: isKnown,
  accounts: accounts.map(({ merchantConnectorId, rate, approved, total, need, isFull }) => ({
    merchant_connector_id: merchantConnectorId,
    rate,
    approved,
    total,
    need,
    eliminated: isFull,
  })),
});

const scoresJson = ({ inputs, ...scores }: Dynamic): JsonObject => ({
  approach: scores.approach,
  success_based_algorithm_id: scores.successBasedId,
  elimination_algorithm_id: scores.eliminationId,
  contract_algorithm_id: scores.contractId,
  eliminated: scores.eliminated,
  inputs: inputs ? inputsJson(inputs) : null,
});

/** A decision in the form of the interface. */
export const explanationOf = (decision: RouteDecision): JsonObject => ({
  source: decision.source,
  algorithm_id: decision.algorithmId,
  rule: decision.rule,
  draw: decision.draw,
  fell_back: decision.fellBack,
  routing_version: decision.routingVersion,
  account_version: decision.accountVersion,
  facts: { values: decision.facts.values, metadata: decision.facts.metadata ?? null },
  candidates: decision.candidates.map(candidateJson),
  more_candidates: decision.more ?? 0,
  dynamic: decision.dynamic ? scoresJson(decision.dynamic) : null,
});

const id = z.string() as unknown as z.ZodType<MerchantConnectorId, MerchantConnectorId>;
const algorithmId = z.string().nullable() as unknown as z.ZodType<RoutingAlgorithmId | null>;

const shownCandidate = z.object({
  connector: z.string(),
  merchant_connector_id: id,
  filter: routeCandidate.shape.filter,
  health: routeCandidate.shape.health.unwrap().nullable(),
  score: z.number().nullable(),
  place: z.int().nullable(),
});

const shownInputs = z.object({
  split: z.number(),
  success_based: z.object({ exploration_percent: z.number(), shuffle_on_tie: z.boolean() }).nullable(),
  contract: z.boolean(),
  elimination: z.boolean(),
  available: z.boolean(),
  accounts: z.array(
    z.object({
      merchant_connector_id: id,
      rate: z.number(),
      approved: z.number(),
      total: z.number(),
      need: z.number(),
      eliminated: z.boolean(),
    }),
  ),
});

const shownScores = z.object({
  approach: routeDecision.shape.dynamic.unwrap().shape.approach,
  success_based_algorithm_id: algorithmId,
  elimination_algorithm_id: algorithmId,
  contract_algorithm_id: algorithmId,
  eliminated: z.array(id),
  inputs: shownInputs.nullable(),
});

const shownDecision = z.object({
  source: routeDecision.shape.source,
  algorithm_id: algorithmId,
  rule: z.object({ index: z.int(), name: z.string() }).nullable(),
  draw: z.int().nullable(),
  fell_back: z.boolean(),
  routing_version: z.int().nullable(),
  account_version: z.int(),
  facts: z.object({
    values: z.record(z.string(), z.union([z.string(), z.number()])),
    metadata: z.record(z.string(), z.string()).nullable(),
  }),
  candidates: z.array(shownCandidate),
  more_candidates: z.int(),
  dynamic: shownScores.nullable(),
});

function candidateOf({
  connector,
  merchant_connector_id: merchantConnectorId,
  filter,
  health,
  score,
  place,
}: z.infer<typeof shownCandidate>): RouteCandidate {
  return {
    merchantConnectorId,
    connector,
    filter,
    ...(health !== null && { health }),
    ...(score !== null && { score }),
    ...(place !== null && { place }),
  };
}

const scoredOf = (one: z.infer<typeof shownInputs>['accounts'][number]): ScoredAccount => ({
  merchantConnectorId: one.merchant_connector_id,
  rate: one.rate,
  approved: one.approved,
  total: one.total,
  need: one.need,
  isFull: one.eliminated,
});

const inputsOf = (shown: z.infer<typeof shownInputs>): ScoreInputs => ({
  split: shown.split,
  bySuccess: shown.success_based && {
    explorationPercent: shown.success_based.exploration_percent,
    shuffleOnTie: shown.success_based.shuffle_on_tie,
  },
  byNeed: shown.contract,
  byFailures: shown.elimination,
  isKnown: shown.available,
  accounts: shown.accounts.map(scoredOf),
});

const scoresOf = (shown: z.infer<typeof shownScores>): Dynamic => ({
  approach: shown.approach,
  successBasedId: shown.success_based_algorithm_id,
  eliminationId: shown.elimination_algorithm_id,
  contractId: shown.contract_algorithm_id,
  eliminated: shown.eliminated,
  ...(shown.inputs && { inputs: inputsOf(shown.inputs) }),
});

/** The decision that an explanation shows. @throws ZodError where it is none */
export function decisionOf(explanation: unknown): RouteDecision {
  const shown = shownDecision.parse(explanation);
  const { values, metadata } = shown.facts;
  return {
    source: shown.source,
    algorithmId: shown.algorithm_id,
    routingVersion: shown.routing_version,
    accountVersion: shown.account_version,
    rule: shown.rule,
    draw: shown.draw,
    fellBack: shown.fell_back,
    facts: { values, ...(metadata && { metadata }) },
    candidates: shown.candidates.map(candidateOf),
    ...(shown.more_candidates > 0 && { more: shown.more_candidates }),
    ...(shown.dynamic && { dynamic: scoresOf(shown.dynamic) }),
  };
}

/** What a request names itself, as an algorithm in the form of the interface: a replay reads it beside the decision. */
export function requestedAlgorithmOf(requested: StraightThrough): JsonObject {
  switch (requested.kind) {
    case 'algorithm':
      return { type: requested.algorithm, data: requested.data };
    case 'connectors':
      return { type: 'priority', data: requested.connectors.map((connector) => ({ connector })) };
    case 'accounts': {
      const [first = null, ...others] = requested.accounts.map(({ connector, merchantConnectorId }) =>
        merchantConnectorId === null ? { connector } : { connector, merchant_connector_id: merchantConnectorId },
      );
      return requested.algorithm === 'single'
        ? { type: 'single', data: first }
        : { type: 'priority', data: first === null ? [] : [first, ...others] };
    }
  }
}
