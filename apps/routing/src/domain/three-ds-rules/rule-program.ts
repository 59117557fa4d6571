import type { ComparisonType, ThreeDsDecision, ThreeDsRuleKey } from '@payorch/contracts';

/** A comparison of a number: `less_than` 3000. */
export interface NumberTest {
  readonly comparison: ComparisonType;
  readonly number: number;
}

/** What a value is compared with. `any`: at least one must match. `none`: none may match. */
export type Operand = { readonly must: 'match_any' | 'match_none' } & (
  | { readonly kind: 'numbers'; readonly tests: readonly NumberTest[] }
  | { readonly kind: 'texts'; readonly texts: readonly string[] }
);

export interface Comparison {
  readonly key: ThreeDsRuleKey;
  readonly operand: Operand;
}

export interface Statement {
  readonly condition: readonly Comparison[];
  /** Null: no further statement needs to hold. */
  readonly nested: readonly Statement[] | null;
}

/** A checked program, in the form in which it is executed. */
export interface RuleProgram {
  readonly rules: readonly { readonly decision: ThreeDsDecision; readonly statements: readonly Statement[] }[];
  readonly otherwise: ThreeDsDecision;
}
