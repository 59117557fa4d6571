import type { RoutingFacts } from '@payorch/contracts';
import type { Comparison, NumberTest, Operand, RuleProgram, Ruling, Statement } from './rule-program';

const numberTests: Readonly<Record<NumberTest['comparison'], (input: number, number: number) => boolean>> = {
  equal: (input, number) => input === number,
  not_equal: (input, number) => input !== number,
  less_than: (input, number) => input < number,
  less_than_equal: (input, number) => input <= number,
  greater_than: (input, number) => input > number,
  greater_than_equal: (input, number) => input >= number,
};

/** The value of a metadata key that the payment has. */
const metadataOf = ({ metadata = {} }: RoutingFacts, key: string): string | undefined =>
  Object.hasOwn(metadata, key) ? metadata[key] : undefined;

/** Whether one of the values matches; undefined for an absent value, and for one of another type than the key's. */
function matchesOne(operand: Operand, key: Comparison['key'], facts: RoutingFacts): boolean | undefined {
  if (operand.kind === 'metadata') {
    const sent = metadataOf(facts, operand.key);
    return sent === undefined ? undefined : sent === operand.value;
  }
  const input = facts.values[key];
  if (operand.kind === 'texts') return typeof input === 'string' ? operand.texts.includes(input) : undefined;
  if (typeof input !== 'number') return undefined;
  return operand.tests.some(({ comparison, number }) => numberTests[comparison](input, number));
}

/** A comparison with an absent value does not hold, not even `not_equal`. */
function comparisonHolds({ key, operand }: Comparison, facts: RoutingFacts): boolean {
  const matches = matchesOne(operand, key, facts);
  return matches !== undefined && matches === (operand.must === 'match_any');
}

const statementHolds = ({ condition, nested }: Statement, facts: RoutingFacts): boolean =>
  condition.every((comparison) => comparisonHolds(comparison, facts)) &&
  (nested === null || nested.some((statement) => statementHolds(statement, facts)));

/** What a program decides, read rule by rule: the reference of `compileProgram`, and cheaper for a program that decides once. */
export function interpretProgram<Output>(
  { rules, otherwise }: RuleProgram<Output>,
  facts: RoutingFacts,
): Ruling<Output> {
  for (const [index, { name, output, statements }] of rules.entries())
    if (statements.some((statement) => statementHolds(statement, facts))) return { rule: { index, name }, output };
  return { rule: null, output: otherwise };
}
