import type { Json, RuleStatement, ThreeDsProgram } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { aComparison, aProgram, aRule } from '../../../test/programs';
import { limits, readProgram } from './read-program';

const only = (lhs: string, comparison: string, type: string, value: Json): ThreeDsProgram =>
  aProgram(aRule({ condition: [aComparison(lhs, comparison, type, value)] }));
const refusedAt = (path: string, problem: string) => refuse('invalid_request', { message: `${path} ${problem}`, path });
const first = 'algorithm.data.rules[0].statements[0].condition[0]';
const count = 'must be an integer from 0 to 9007199254740991';

describe('a comparison is read', () => {
  it.each<[string, string, string, Json, object]>([
    ['amount', 'less_than', 'number', 3000, { must: 'match_any', tests: [{ comparison: 'less_than', number: 3000 }] }],
    ['amount', 'not_equal', 'number', 1, { must: 'match_none', tests: [{ comparison: 'equal', number: 1 }] }],
    [
      ...(['amount', 'not_equal', 'number_array', [1, 2]] as const),
      {
        must: 'match_none',
        tests: [
          { comparison: 'equal', number: 1 },
          { comparison: 'equal', number: 2 },
        ],
      },
    ],
    [
      ...(['amount', 'equal', 'number_comparison_array', [{ comparisonType: 'greater_than', number: 5 }]] as const),
      { must: 'match_any', tests: [{ comparison: 'greater_than', number: 5 }] },
    ],
    ['currency', 'equal', 'enum_variant', 'EUR', { must: 'match_any', texts: ['EUR'] }],
    [
      ...(['issuer_country', 'not_equal', 'enum_variant_array', ['France', 'Germany']] as const),
      { must: 'match_none', texts: ['France', 'Germany'] },
    ],
    ['issuer_name', 'equal', 'str_value', 'A bank', { must: 'match_any', texts: ['A bank'] }],
  ])('%s %s %s %j', (key, comparison, type, value, operand) =>
    expect(readProgram(only(key, comparison, type, value))).toMatchObject({
      rules: [{ decision: 'no_three_ds', statements: [{ condition: [{ key, operand }], nested: null }] }],
      otherwise: 'challenge_requested',
    }),
  );
});

describe('a comparison is refused with its path', () => {
  it.each<[string, string, string, Json, string, string]>([
    ['card_bin', 'equal', 'str_value', '424242', 'lhs', 'is not a key of 3DS decision rules'],
    ['__proto__', 'equal', 'str_value', 'x', 'lhs', 'is not a key of 3DS decision rules'],
    [
      'amount',
      'equal',
      'str_value',
      '1',
      'value.type',
      'must be number, number_array or number_comparison_array for this key',
    ],
    ['amount', 'equal', 'number', '1', 'value.value', count],
    ['amount', 'equal', 'number', 1.5, 'value.value', count],
    ['amount', 'equal', 'number', -1, 'value.value', count],
    ['amount', 'equal', 'number', null, 'value.value', count],
    ['amount', 'less_than', 'number_array', [1], 'comparison', 'must be equal or not_equal for an array'],
    ['amount', 'equal', 'number_array', [], 'value.value', 'must be an array with at least one item'],
    ['amount', 'equal', 'number_array', [1, 'x'], 'value.value[1]', count],
    ['amount', 'equal', 'number_comparison_array', [5], 'value.value[0]', 'must have comparisonType and number'],
    [
      ...(['amount', 'equal', 'number_comparison_array', [{ comparisonType: 'like', number: 5 }]] as const),
      'value.value[0].comparisonType',
      'must be one of equal, not_equal, less_than, less_than_equal, greater_than, greater_than_equal',
    ],
    ['amount', 'equal', 'number_comparison_array', [{ comparisonType: 'equal' }], 'value.value[0].number', count],
    ['currency', 'less_than', 'enum_variant', 'EUR', 'comparison', 'must be equal or not_equal for this key'],
    ['currency', 'equal', 'enum_variant', 'eur', 'value.value', 'is not a value of this key'],
    ['currency', 'equal', 'enum_variant', 978, 'value.value', 'must be a string'],
    ['currency', 'equal', 'enum_variant_array', ['EUR', 'XXX'], 'value.value[1]', 'is not a value of this key'],
    ['currency', 'equal', 'str_value', 'EUR', 'value.type', 'must be enum_variant or enum_variant_array for this key'],
    ['currency', 'equal', 'global_ref', 'EUR', 'value.type', 'must be enum_variant or enum_variant_array for this key'],
    ['issuer_name', 'equal', 'enum_variant_array', ['A bank'], 'value.type', 'must be str_value for this key'],
  ])('%s %s %s %j', (key, comparison, type, value, at, problem) =>
    expect(readProgram(only(key, comparison, type, value))).toEqual(refusedAt(`${first}.${at}`, problem)),
  );

  it('also in a nested statement of a later rule', () => {
    const wrong = { condition: [aComparison('card_bin', 'equal', 'str_value', '1')], nested: null };
    const program = aProgram(aRule({}), aRule({ condition: [], nested: [{ condition: [], nested: [wrong] }] }));
    expect(readProgram(program)).toEqual(
      refusedAt(
        'algorithm.data.rules[1].statements[0].nested[0].nested[0].condition[0].lhs',
        'is not a key of 3DS decision rules',
      ),
    );
  });
});

describe('a program beyond the limits is refused', () => {
  const amount = aComparison('amount', 'equal', 'number', 1);
  const nestedTo = (depth: number): RuleStatement =>
    Array.from({ length: depth - 1 }).reduce<RuleStatement>((inner) => ({ condition: [], nested: [inner] }), {
      condition: [amount],
      nested: null,
    });
  const rulesOf = (length: number) => aProgram(...Array.from({ length }, () => aRule({ condition: [amount] })));
  const comparing = (length: number) => aProgram(aRule({ condition: Array.from({ length }, () => amount) }));
  const listing = (length: number) =>
    aProgram(aRule({ condition: [aComparison('amount', 'equal', 'number_array', Array(length).fill(1) as Json)] }));
  const named = (length: number) => aProgram({ ...aRule({}), name: 'x'.repeat(length) });

  it.each<[string, (size: number) => ThreeDsProgram, number, string, string]>([
    ['rules', rulesOf, limits.rules, 'algorithm.data.rules', 'has more than 100 rules'],
    ['comparisons', comparing, limits.comparisons, 'algorithm.data', 'has more than 500 comparisons'],
    ['values', listing, limits.items, 'algorithm.data', 'compares with more than 1000 values'],
    [
      ...(['depth', (depth: number) => aProgram(aRule(nestedTo(depth))), limits.depth, 'algorithm.data'] as const),
      'has statements that are nested more than 8 deep',
    ],
    ['name', named, limits.nameLength, 'algorithm.data.rules[0].name', 'has more than 128 characters'],
  ])('%s', (_, make, most, path, problem) => {
    expect(readProgram(make(most))).toHaveProperty('rules');
    expect(readProgram(make(most + 1))).toEqual(refusedAt(path, problem));
  });

  it('without a walk to the bottom of a very deep one', () => {
    expect(readProgram(aProgram(aRule(nestedTo(50_000))))).toEqual(
      refusedAt('algorithm.data', 'has statements that are nested more than 8 deep'),
    );
  });
});
