import type { ThreeDsDecision, ThreeDsRuleInputs } from '@payorch/contracts';
import type { Comparison, NumberTest, Operand, RuleProgram, Statement } from './rule-program';

const numberTests: Readonly<Record<NumberTest['comparison'], (input: number, number: number) => boolean>> = {
  equal: (input, number) => input === number,
  not_equal: (input, number) => input !== number,
  less_than: (input, number) => input < number,
  less_than_equal: (input, number) => input <= number,
  greater_than: (input, number) => input > number,
  greater_than_equal: (input, number) => input >= number,
};

/** Whether one of the values matches; undefined for an input of another type than the key's. */
function matchesOne(operand: Operand, input: string | number): boolean | undefined {
  if (operand.kind === 'texts') return typeof input === 'string' ? operand.texts.includes(input) : undefined;
  if (typeof input !== 'number') return undefined;
  return operand.tests.some(({ comparison, number }) => numberTests[comparison](input, number));
}

/** A comparison with an absent value does not hold, not even `not_equal`. */
function comparisonHolds({ key, operand }: Comparison, inputs: ThreeDsRuleInputs): boolean {
  const input = inputs[key];
  const matches = input === undefined ? undefined : matchesOne(operand, input);
  return matches !== undefined && matches === (operand.must === 'match_any');
}

const statementHolds = ({ condition, nested }: Statement, inputs: ThreeDsRuleInputs): boolean =>
  condition.every((comparison) => comparisonHolds(comparison, inputs)) &&
  (nested === null || nested.some((statement) => statementHolds(statement, inputs)));

/** The decision of the first rule of which a statement holds; without such a rule, the program's default. */
export const decideThreeDs = ({ rules, otherwise }: RuleProgram, inputs: ThreeDsRuleInputs): ThreeDsDecision =>
  rules.find(({ statements }) => statements.some((statement) => statementHolds(statement, inputs)))?.decision ??
  otherwise;
