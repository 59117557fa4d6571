import type { ComparisonType } from '@payorch/contracts';
import type { RuleKey } from './rule-keys';

/** A comparison of a number: `less_than` 3000. */
export interface NumberTest {
  readonly comparison: ComparisonType;
  readonly number: number;
}

/** What a value is compared with. `match_any`: at least one must match. `match_none`: none may match. */
export type Operand = { readonly must: 'match_any' | 'match_none' } & (
  | { readonly kind: 'numbers'; readonly tests: readonly NumberTest[] }
  | { readonly kind: 'texts'; readonly texts: readonly string[] }
  /** A key of the payment's metadata, and its value. */
  | { readonly kind: 'metadata'; readonly key: string; readonly value: string }
);

export interface Comparison {
  readonly key: RuleKey;
  readonly operand: Operand;
}

export interface Statement {
  readonly condition: readonly Comparison[];
  /** Null: no further statement needs to hold. */
  readonly nested: readonly Statement[] | null;
}

export interface Rule<Output> {
  readonly name: string;
  readonly output: Output;
  /** The other name of `connectorSelection`, where the output was sent under it. */
  readonly sentAs?: 'routingOutput';
  /** The rule fires when one of them holds. */
  readonly statements: readonly Statement[];
}

/** A checked program: the first rule that fires decides, else `otherwise`. */
export interface RuleProgram<Output> {
  readonly rules: readonly Rule<Output>[];
  readonly otherwise: Output;
}

/** What a program decided. `rule` null: no rule fired. */
export interface Ruling<Output> {
  readonly rule: { readonly index: number; readonly name: string } | null;
  readonly output: Output;
}

/** One thing that is wrong, at its path below the algorithm's `data`: `rules[2].statements[0].condition[1].value`. */
export interface Problem {
  readonly path: string;
  /** The end of a sentence that begins with the path: `must be an integer`. */
  readonly problem: string;
}
