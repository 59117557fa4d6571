import type { JsonObject, RouteDecision } from './parts';

/** A decision in the form of the interface. */
export const explanationOf = (decision: RouteDecision): JsonObject => ({
  source: decision.source,
  algorithm_id: decision.algorithmId,
  routing_version: decision.routingVersion,
  account_version: decision.accountVersion,
  rule: decision.rule,
  draw: decision.draw,
  fell_back: decision.fellBack,
  facts: { values: decision.facts.values, metadata: decision.facts.metadata ?? {} },
  candidates: decision.candidates.map(({ merchantConnectorId, connector, filter, health, score }) => ({
    connector,
    merchant_connector_id: merchantConnectorId,
    filter,
    health: health ?? 'healthy',
    score: score ?? null,
  })),
  more_candidates: decision.more ?? 0,
  dynamic: decision.dynamic
    ? {
        approach: decision.dynamic.approach,
        success_based_id: decision.dynamic.successBasedId,
        elimination_id: decision.dynamic.eliminationId,
        contract_id: decision.dynamic.contractId,
        eliminated: decision.dynamic.eliminated,
      }
    : null,
});
