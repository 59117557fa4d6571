import type { RuleKey } from './rule-keys';
import type { RuleProgram, Statement } from './rule-program';

/** What a payment must say before a program can decide about it. */
export interface NeededFacts {
  /** Without `metadata`, of which the set below names the keys. */
  readonly keys: ReadonlySet<RuleKey>;
  readonly metadata: ReadonlySet<string>;
}

export const noFacts: NeededFacts = { keys: new Set(), metadata: new Set() };

/** The facts that any rule of a program compares. */
export function neededFacts({ rules }: RuleProgram<unknown>): NeededFacts {
  const keys = new Set<RuleKey>();
  const metadata = new Set<string>();
  const collect = (statements: readonly Statement[]): void => {
    for (const { condition, nested } of statements) {
      for (const { key, operand } of condition) {
        if (operand.kind === 'metadata') metadata.add(operand.key);
        else keys.add(key);
      }
      collect(nested ?? []);
    }
  };
  for (const { statements } of rules) collect(statements);
  return { keys, metadata };
}
