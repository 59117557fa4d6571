import type { Refusal, RuleStatement, ThreeDsProgram } from '@payorch/contracts';
import { isRefusal, refuse } from '@payorch/contracts';
import { isOperandProblem, readOperand } from './read-operand';
import { isRuleKey, ruleKeys } from './rule-keys';
import type { Comparison, RuleProgram, Statement } from './rule-program';

/** A program beyond these limits is refused, so that none costs much time to read or to execute. */
export const limits = { rules: 100, comparisons: 500, depth: 8, items: 1_000, nameLength: 128 } as const;

const program = 'algorithm.data';
const refusedAt = (path: string, problem: string): Refusal =>
  refuse('invalid_request', { message: `${path} ${problem}`, path });

type SentComparison = RuleStatement['condition'][number];

interface Size {
  comparisons: number;
  items: number;
}

const itemsIn = ({ value: { value } }: SentComparison): number => (Array.isArray(value) ? value.length : 1);

/** Why a program is larger than the limits; counts before anything is read, and never deeper than the limit. */
function checkSize({ rules }: ThreeDsProgram): Refusal | undefined {
  if (rules.length > limits.rules) return refusedAt(`${program}.rules`, `has more than ${limits.rules} rules`);
  const longName = rules.findIndex(({ name }) => name.length > limits.nameLength);
  if (longName >= 0)
    return refusedAt(`${program}.rules[${longName}].name`, `has more than ${limits.nameLength} characters`);
  const size: Size = { comparisons: 0, items: 0 };
  for (const { statements } of rules) {
    if (!measure(statements, 1, size))
      return refusedAt(program, `has statements that are nested more than ${limits.depth} deep`);
  }
  if (size.comparisons > limits.comparisons)
    return refusedAt(program, `has more than ${limits.comparisons} comparisons`);
  return size.items > limits.items ? refusedAt(program, `compares with more than ${limits.items} values`) : undefined;
}

/** Adds to `size`; false where a statement is too deep. */
function measure(statements: readonly RuleStatement[], depth: number, size: Size): boolean {
  if (depth > limits.depth) return statements.length === 0;
  return statements.every(({ condition, nested }) => {
    size.comparisons += condition.length;
    for (const comparison of condition) size.items += itemsIn(comparison);
    return nested === null || measure(nested, depth + 1, size);
  });
}

/** Reads each item at its path; the first refusal. */
function readEach<Sent, Read>(
  sent: readonly Sent[],
  path: string,
  read: (item: Sent, path: string) => Read | Refusal,
): readonly Read[] | Refusal {
  const all: Read[] = [];
  for (const [index, item] of sent.entries()) {
    const one = read(item, `${path}[${index}]`);
    if (isRefusal(one)) return one;
    all.push(one);
  }
  return all;
}

function readComparison(sent: SentComparison, path: string): Comparison | Refusal {
  const { lhs: key } = sent;
  if (!isRuleKey(key)) return refusedAt(`${path}.lhs`, 'is not a key of 3DS decision rules');
  const operand = readOperand(sent, ruleKeys[key]);
  return isOperandProblem(operand) ? refusedAt(`${path}.${operand.at}`, operand.problem) : { key, operand };
}

function readStatement(sent: RuleStatement, path: string): Statement | Refusal {
  const condition = readEach(sent.condition, `${path}.condition`, readComparison);
  if (isRefusal(condition)) return condition;
  const nested = sent.nested === null ? null : readEach(sent.nested, `${path}.nested`, readStatement);
  return isRefusal(nested) ? nested : { condition, nested };
}

/**
 * Checks a program and returns the form in which it is executed. Refuses with 422 IR_06, naming the path: a key or a
 * value that does not exist, a comparison that does not fit its value, and a program beyond the limits.
 */
export function readProgram(sent: ThreeDsProgram): RuleProgram | Refusal {
  const tooLarge = checkSize(sent);
  if (tooLarge) return tooLarge;
  const rules = readEach(sent.rules, `${program}.rules`, ({ connectorSelection, statements }, path) => {
    const read = readEach(statements, `${path}.statements`, readStatement);
    return isRefusal(read) ? read : { decision: connectorSelection.decision, statements: read };
  });
  return isRefusal(rules) ? rules : { rules, otherwise: sent.defaultSelection.decision };
}
