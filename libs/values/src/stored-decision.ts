import type { RouteCandidate, RouteDecision } from './route-decision';

type Without<T, Names extends keyof T> = Omit<T, Names> & { readonly [Name in Names]?: T[Name] | undefined };

/** A decision in a row: what is null or false in most decisions is absent. Rows of former releases have these fields. */
export type StoredDecision = Without<
  Omit<RouteDecision, 'candidates'>,
  'algorithmId' | 'routingVersion' | 'rule' | 'draw' | 'fellBack' | 'facts'
> & { readonly candidates: readonly Without<RouteCandidate, 'filter'>[] };

const hasFacts = ({ values, metadata }: RouteDecision['facts']): boolean =>
  metadata !== undefined || Object.keys(values).length > 0;

export const decisionToStored = (decision: RouteDecision): StoredDecision => ({
  ...decision,
  algorithmId: decision.algorithmId ?? undefined,
  routingVersion: decision.routingVersion ?? undefined,
  rule: decision.rule ?? undefined,
  draw: decision.draw ?? undefined,
  fellBack: decision.fellBack || undefined,
  facts: hasFacts(decision.facts) ? decision.facts : undefined,
  candidates: decision.candidates.map((one) => (one.filter === null ? { ...one, filter: undefined } : one)),
});

export const decisionFromStored = (stored: StoredDecision): RouteDecision => ({
  ...stored,
  algorithmId: stored.algorithmId ?? null,
  routingVersion: stored.routingVersion ?? null,
  rule: stored.rule ?? null,
  draw: stored.draw ?? null,
  fellBack: stored.fellBack ?? false,
  facts: stored.facts ?? { values: {} },
  candidates: stored.candidates.map(
    (one) => (one.filter === undefined ? { ...one, filter: null } : one) as RouteCandidate,
  ),
});
