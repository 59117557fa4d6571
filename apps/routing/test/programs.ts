import type { Json, JsonObject, ThreeDsDecision } from '@payorch/contracts';

export const aComparison = (lhs: string, comparison: string, type: string, value: Json): JsonObject => ({
  lhs,
  comparison,
  value: { type, value },
  metadata: {},
});

/** A rule with one statement, for `no_three_ds`. */
export const aRule = (statement: JsonObject = {}, decision: ThreeDsDecision = 'no_three_ds'): JsonObject => ({
  name: 'a rule',
  connectorSelection: { decision },
  statements: [{ condition: [], nested: null, ...statement }],
});

/** A program that requests a challenge where no rule holds. */
export const aProgram = (...rules: readonly JsonObject[]): JsonObject => ({
  defaultSelection: { decision: 'challenge_requested' },
  rules,
  metadata: {},
});
