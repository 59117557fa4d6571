import type { ComparisonType, Json } from '@payorch/contracts';
import { comparisonType } from '@payorch/contracts';
import type { KeyType } from './rule-keys';
import type { NumberTest, Operand } from './rule-program';

/** `at`: below the comparison, such as `value.value[2]`; `problem`: the end of a sentence about it. */
export interface OperandProblem {
  readonly at: string;
  readonly problem: string;
}

interface SentOperand {
  readonly comparison: ComparisonType;
  readonly value: { readonly type: string; readonly value: Json };
}

const problem = (at: string, text: string): OperandProblem => ({ at, problem: text });
const isProblem = (read: object): read is OperandProblem => 'problem' in read;

/** Amounts are whole and not negative; past 2^53 - 1 a number is not exact. */
const isCount = (value: Json): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
const wantedCount = 'must be an integer from 0 to 9007199254740991';

const mustOf = (comparison: ComparisonType): Operand['must'] =>
  comparison === 'not_equal' ? 'match_none' : 'match_any';

/** The items of an array, each read by `item`; the first problem. */
function readItems<T extends object>(
  sent: Json,
  item: (value: Json, at: string) => T | OperandProblem,
): readonly T[] | OperandProblem {
  if (!Array.isArray(sent) || sent.length === 0)
    return problem('value.value', 'must be an array with at least one item');
  const read: T[] = [];
  for (const [index, value] of (sent as readonly Json[]).entries()) {
    const one = item(value, `value.value[${index}]`);
    if (isProblem(one)) return one;
    read.push(one);
  }
  return read;
}

const equalTo = (value: Json, at: string): NumberTest | OperandProblem =>
  isCount(value) ? { comparison: 'equal', number: value } : problem(at, wantedCount);

/** `{"comparisonType": "greater_than", "number": 3000}` */
function readNumberTest(sent: Json, at: string): NumberTest | OperandProblem {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    return problem(at, 'must have comparisonType and number');
  const { comparisonType: type, number = null } = sent as { readonly [name: string]: Json };
  const comparison = comparisonType.options.find((known) => known === type);
  if (comparison === undefined)
    return problem(`${at}.comparisonType`, `must be one of ${comparisonType.options.join(', ')}`);
  return isCount(number) ? { comparison, number } : problem(`${at}.number`, wantedCount);
}

const numbers = (must: Operand['must'], read: readonly NumberTest[] | OperandProblem): Operand | OperandProblem =>
  isProblem(read) ? read : { must, kind: 'numbers', tests: read };

function readNumbers({ comparison, value }: SentOperand): Operand | OperandProblem {
  const must = mustOf(comparison);
  switch (value.type) {
    case 'number': {
      // "not equal" is "none is equal", as for arrays.
      if (!isCount(value.value)) return problem('value.value', wantedCount);
      const test = { comparison: must === 'match_none' ? 'equal' : comparison, number: value.value } as const;
      return { must, kind: 'numbers', tests: [test] };
    }
    case 'number_array':
      return isOrder(comparison) ? orderOfArray : numbers(must, readItems(value.value, equalTo));
    case 'number_comparison_array':
      return isOrder(comparison) ? orderOfArray : numbers(must, readItems(value.value, readNumberTest));
    default:
      return problem('value.type', 'must be number, number_array or number_comparison_array for this key');
  }
}

const isOrder = (comparison: ComparisonType): boolean => comparison !== 'equal' && comparison !== 'not_equal';
const orderOfArray = problem('comparison', 'must be equal or not_equal for an array');

function readTexts({ comparison, value }: SentOperand, key: KeyType): Operand | OperandProblem {
  if (isOrder(comparison)) return problem('comparison', 'must be equal or not_equal for this key');
  const must = mustOf(comparison);
  if (value.type === key.kind) {
    const text = textOf(value.value, 'value.value', key);
    return isProblem(text) ? text : { must, kind: 'texts', texts: [text.text] };
  }
  if (key.kind !== 'enum_variant') return problem('value.type', 'must be str_value for this key');
  if (value.type !== 'enum_variant_array')
    return problem('value.type', 'must be enum_variant or enum_variant_array for this key');
  const read = readItems(value.value, (item, at) => textOf(item, at, key));
  return isProblem(read) ? read : { must, kind: 'texts', texts: read.map(({ text }) => text) };
}

function textOf(value: Json, at: string, key: KeyType): { readonly text: string } | OperandProblem {
  if (typeof value !== 'string') return problem(at, 'must be a string');
  const isKnown = key.kind !== 'enum_variant' || key.values.has(value);
  return isKnown ? { text: value } : problem(at, 'is not a value of this key');
}

/** What a comparison compares a value of this key with; the first problem where it cannot be read. */
export const readOperand = (sent: SentOperand, key: KeyType): Operand | OperandProblem =>
  key.kind === 'number' ? readNumbers(sent) : readTexts(sent, key);

export { isProblem as isOperandProblem };
