import type { ComparisonType, Json, RuleStatement, ThreeDsDecision, ThreeDsProgram } from '@payorch/contracts';

type Comparison = RuleStatement['condition'][number];
type Rule = ThreeDsProgram['rules'][number];

export const aComparison = (lhs: string, comparison: string, type: string, value: Json): Comparison => ({
  ...{ lhs, comparison: comparison as ComparisonType },
  ...{ value: { type, value }, metadata: {} },
});

/** A rule with one statement, for `no_three_ds`. */
export const aRule = (statement: Partial<RuleStatement> = {}, decision: ThreeDsDecision = 'no_three_ds'): Rule => ({
  name: 'a rule',
  connectorSelection: { decision },
  statements: [{ condition: [], nested: null, ...statement }],
});

/** A program that requests a challenge where no rule holds. */
export const aProgram = (...rules: readonly Rule[]): ThreeDsProgram => ({
  defaultSelection: { decision: 'challenge_requested' },
  rules: [...rules],
  metadata: {},
});
