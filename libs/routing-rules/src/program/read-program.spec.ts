import type { Json, JsonObject } from '@payorch/contracts';
import * as fc from 'fast-check';
import { anyProgram } from '../../test/arbitraries';
import { aComparison, aProgram, aRule, aStatement, ofAnyOutput } from '../../test/programs';
import { limits } from './limits';
import { readProgram } from './read-program';
import { isProblems } from './report';
import type { Feature } from './rule-keys';

const only = (lhs: string, comparison: string, type: string, value: Json): JsonObject =>
  aProgram(aRule([aStatement(aComparison(lhs, comparison, type, value))]));
const problemsOf = (sent: Json, feature?: Feature) => readProgram(sent, ofAnyOutput(feature));
const first = 'rules[0].statements[0].condition[0]';
const count = 'must be an integer from 0 to 9007199254740991';
const comparisons = 'must be one of equal, not_equal, less_than, less_than_equal, greater_than, greater_than_equal';

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
      ...(['billing_country', 'not_equal', 'enum_variant_array', ['France', 'Germany']] as const),
      { must: 'match_none', texts: ['France', 'Germany'] },
    ],
    ['card_bin', 'equal', 'str_value', '424242', { must: 'match_any', texts: ['424242'] }],
    [
      ...(['metadata', 'not_equal', 'metadata_variant', { key: 'segment', value: 'gold' }] as const),
      { must: 'match_none', kind: 'metadata', key: 'segment', value: 'gold' },
    ],
  ])('%s %s %s %j', (key, comparison, type, value, operand) =>
    expect(problemsOf(only(key, comparison, type, value))).toMatchObject({
      rules: [{ name: 'a rule', output: 'fired', statements: [{ condition: [{ key, operand }], nested: null }] }],
      otherwise: 'otherwise',
    }),
  );

  it('country as business_country', () =>
    expect(problemsOf(only('country', 'equal', 'enum_variant', 'Germany'))).toMatchObject({
      rules: [{ statements: [{ condition: [{ key: 'business_country' }] }] }],
    }));

  it('without what may be absent: metadata and nested', () => {
    const { metadata: _, ...comparison } = aComparison('amount', 'equal', 'number', 1);
    expect(problemsOf({ defaultSelection: 1, rules: [aRule([{ condition: [comparison] }])] })).toMatchObject({
      rules: [{ statements: [{ condition: [{ key: 'amount' }], nested: null }] }],
    });
  });

  it('from a rule whose output has its other name', () => {
    const { connectorSelection: routingOutput, ...others } = aRule() as { readonly connectorSelection: Json };
    expect(problemsOf(aProgram({ ...others, routingOutput }))).toMatchObject({
      rules: [{ output: 'fired', sentAs: 'routingOutput' }],
    });
  });
});

describe('a comparison is refused with its path', () => {
  it.each<[string, string, string, Json, string, string]>([
    ['card_number', 'equal', 'str_value', '4242', 'lhs', 'is not a key of routing rules'],
    ['issuer_name', 'equal', 'str_value', 'A bank', 'lhs', 'is not a key of routing rules'],
    ['__proto__', 'equal', 'str_value', 'x', 'lhs', 'is not a key of routing rules'],
    ['constructor', 'equal', 'str_value', 'x', 'lhs', 'is not a key of routing rules'],
    [
      ...(['amount', 'equal', 'str_value', '1', 'value.type'] as const),
      'must be number, number_array or number_comparison_array for this key',
    ],
    ['amount', 'equal', 'number', '1', 'value.value', count],
    ['amount', 'equal', 'number', 1.5, 'value.value', count],
    ['amount', 'equal', 'number', -1, 'value.value', count],
    ['amount', 'equal', 'number', 2 ** 53, 'value.value', count],
    ['amount', 'equal', 'number', 1e300, 'value.value', count],
    ['amount', 'equal', 'number', null, 'value.value', count],
    ['amount', 'less_than', 'number_array', [1], 'comparison', 'must be equal or not_equal for an array'],
    [
      'amount',
      'less_than',
      'number_comparison_array',
      [{ comparisonType: 'equal', number: 1 }],
      'comparison',
      'must be equal or not_equal for an array',
    ],
    ['amount', 'like', 'number', 1, 'comparison', comparisons],
    ['amount', 'equal', 'number_array', [], 'value.value', 'must be an array with at least one item'],
    ['amount', 'equal', 'number_array', { 0: 1 }, 'value.value', 'must be an array with at least one item'],
    ['amount', 'equal', 'number_array', [1, 'x'], 'value.value[1]', count],
    ['amount', 'equal', 'number_comparison_array', [5], 'value.value[0]', 'must be an object'],
    [
      ...(['amount', 'equal', 'number_comparison_array', [{ comparisonType: 'like', number: 5 }]] as const),
      'value.value[0].comparisonType',
      comparisons,
    ],
    [
      'amount',
      'equal',
      'number_comparison_array',
      [{ comparisonType: 'equal' }],
      'value.value[0].number',
      'is missing',
    ],
    ['currency', 'less_than', 'enum_variant', 'EUR', 'comparison', 'must be equal or not_equal for this key'],
    ['currency', 'equal', 'enum_variant', 'eur', 'value.value', 'is not a value of this key'],
    ['currency', 'equal', 'enum_variant', 'constructor', 'value.value', 'is not a value of this key'],
    ['currency', 'equal', 'enum_variant', 978, 'value.value', 'must be a string'],
    ['currency', 'equal', 'enum_variant_array', ['EUR', 'XXX'], 'value.value[1]', 'is not a value of this key'],
    ['currency', 'equal', 'str_value', 'EUR', 'value.type', 'must be enum_variant or enum_variant_array for this key'],
    ['currency', 'equal', 'global_ref', 'EUR', 'value.type', 'must be enum_variant or enum_variant_array for this key'],
    ['card_bin', 'equal', 'enum_variant_array', ['424242'], 'value.type', 'must be str_value for this key'],
    ['card_bin', 'equal', 'str_value', 'x'.repeat(257), 'value.value', 'has more than 256 characters'],
    ['metadata', 'equal', 'str_value', 'gold', 'value.type', 'must be metadata_variant for this key'],
    [
      'metadata',
      'greater_than',
      'metadata_variant',
      { key: 'a', value: 'b' },
      'comparison',
      'must be equal or not_equal for this key',
    ],
    ['metadata', 'equal', 'metadata_variant', 'gold', 'value.value', 'must be an object'],
    ['metadata', 'equal', 'metadata_variant', { key: 'a', value: 1 }, 'value.value.value', 'must be a string'],
    ['metadata', 'equal', 'metadata_variant', { key: 'a' }, 'value.value.value', 'is missing'],
    [
      'metadata',
      'equal',
      'metadata_variant',
      { key: 'x'.repeat(41), value: '' },
      'value.value.key',
      'has more than 40 characters',
    ],
    [
      'metadata',
      'equal',
      'metadata_variant',
      { key: 'a', value: 'x'.repeat(501) },
      'value.value.value',
      'has more than 500 characters',
    ],
    [
      'metadata',
      'equal',
      'metadata_variant',
      { key: '__proto__', value: 'b' },
      'value.value.key',
      'is not a key of metadata',
    ],
    [
      'metadata',
      'equal',
      'metadata_variant',
      { key: 'constructor', value: 'b' },
      'value.value.key',
      'is not a key of metadata',
    ],
  ])('%s %s %s %j', (key, comparison, type, value, at, problem) =>
    expect(problemsOf(only(key, comparison, type, value))).toEqual([{ path: `${first}.${at}`, problem }]),
  );

  it.each<[Feature, string, string]>([
    ['surcharge_decision', 'capture_method', 'surcharge rules'],
    ['three_ds_conditional_config', 'wallet', '3DS rules'],
    ['three_ds_decision_rule', 'card_bin', '3DS decision rules'],
  ])('of the feature %s with the key %s of another one', (feature, key, rules) =>
    expect(problemsOf(only(key, 'equal', 'enum_variant', 'x'), feature)).toEqual([
      { path: `${first}.lhs`, problem: `is not a key of ${rules}` },
    ]),
  );
});

describe('what does not have the form of a program is refused with its path', () => {
  const amount = aComparison('amount', 'equal', 'number', 1);
  const parsed = (text: string): Json => JSON.parse(text) as Json;
  const withRule = (given: JsonObject): JsonObject => aProgram({ ...aRule(), ...given });

  it.each<[string, Json, string, string]>([
    ['null', null, '', 'must be an object'],
    ['an array', [], '', 'must be an object'],
    ['no rules', { defaultSelection: 1 }, 'rules', 'is missing'],
    ['no default', { rules: [] }, 'defaultSelection', 'is missing'],
    ['an unknown member', { ...aProgram(), default: 1 }, 'default', 'does not exist'],
    ['a member with a long name', { ...aProgram(), ['x'.repeat(200)]: 1 }, `${'x'.repeat(64)}…`, 'does not exist'],
    ['__proto__', parsed('{"defaultSelection":1,"rules":[],"__proto__":{"rules":[]}}'), '__proto__', 'does not exist'],
    ['constructor', { ...aProgram(), constructor: 1 }, 'constructor', 'does not exist'],
    ['rules that are an object', { ...aProgram(), rules: aRule() }, 'rules', 'must be an array'],
    ['metadata that is an array', { ...aProgram(), metadata: [] }, 'metadata', 'must be an object'],
    ['a rule that is null', aProgram(null), 'rules[0]', 'must be an object'],
    ['a rule without a name', aProgram({ connectorSelection: 1, statements: [] }), 'rules[0].name', 'is missing'],
    ['a rule with a number as name', withRule({ name: 1 }), 'rules[0].name', 'must be a string'],
    ['a rule with a long name', withRule({ name: 'x'.repeat(129) }), 'rules[0].name', 'has more than 128 characters'],
    [
      'a rule with both names of its output',
      withRule({ routingOutput: 1 }),
      'rules[0].routingOutput',
      'repeats connectorSelection',
    ],
    ['a rule without an output', aProgram({ name: 'x', statements: [] }), 'rules[0].connectorSelection', 'is missing'],
    ['statements that are null', withRule({ statements: null }), 'rules[0].statements', 'must be an array'],
    ['a statement that is a text', aProgram(aRule(['x'])), 'rules[0].statements[0]', 'must be an object'],
    [
      'a statement without a condition',
      aProgram(aRule([{ nested: null }])),
      'rules[0].statements[0].condition',
      'is missing',
    ],
    [
      'a condition that is null',
      aProgram(aRule([{ condition: null }])),
      'rules[0].statements[0].condition',
      'must be an array',
    ],
    [
      'nested that is an object',
      aProgram(aRule([{ condition: [], nested: {} }])),
      'rules[0].statements[0].nested',
      'must be an array',
    ],
    [
      'a comparison with an unknown member',
      aProgram(aRule([aStatement({ ...amount, rhs: 1 })])),
      `${first}.rhs`,
      'does not exist',
    ],
    [
      'a value that is a number',
      aProgram(aRule([aStatement({ ...amount, value: 1 })])),
      `${first}.value`,
      'must be an object',
    ],
    [
      'lhs that is a number',
      aProgram(aRule([aStatement({ ...amount, lhs: 1 })])),
      `${first}.lhs`,
      'is not a key of routing rules',
    ],
    [
      'metadata of a comparison that is a text',
      aProgram(aRule([aStatement({ ...amount, metadata: 'x' })])),
      `${first}.metadata`,
      'must be an object',
    ],
  ])('%s', (_, sent, path, problem) => expect(problemsOf(sent)).toEqual([{ path, problem }]));
});

describe('all problems of a program are found at once', () => {
  it('with those of its outputs, in the order of the program', () => {
    const wrong = aComparison('amount', 'like', 'number', -1);
    const sent = {
      defaultSelection: 'a',
      extra: 1,
      rules: [aRule([aStatement(aComparison('x', 'equal', 'number', 1), wrong)], 'b'), 5],
    };
    const read = readProgram(sent, {
      feature: 'connector_selection',
      readOutput: (_, path) => [{ path: `${path}.data`, problem: 'is wrong' }],
    });
    expect(read).toEqual([
      { path: 'extra', problem: 'does not exist' },
      { path: 'defaultSelection.data', problem: 'is wrong' },
      { path: 'rules[0].connectorSelection.data', problem: 'is wrong' },
      { path: 'rules[0].statements[0].condition[0].lhs', problem: 'is not a key of routing rules' },
      { path: 'rules[0].statements[0].condition[1].comparison', problem: comparisons },
      { path: 'rules[1]', problem: 'must be an object' },
    ]);
  });

  it('at most 100 are listed', () => {
    const wrong = only('amount', 'equal', 'number_array', Array<Json>(101).fill(-1));
    expect(problemsOf(wrong)).toHaveLength(100);
  });

  /** The program with what stands at the chosen comparisons replaced, and the paths of their values. */
  function spoil(sent: Json, isChosen: () => boolean): { readonly sent: Json; readonly paths: readonly string[] } {
    const paths: string[] = [];
    const walk = (value: Json, path: string): Json => {
      if (Array.isArray(value)) return (value as readonly Json[]).map((item, index) => walk(item, `${path}[${index}]`));
      if (typeof value !== 'object' || value === null) return value;
      const entries = Object.entries(value as JsonObject);
      if ('lhs' in value && isChosen()) {
        paths.push(`${path}.value.type`);
        return { ...value, value: { type: 'global_ref', value: 'x' } };
      }
      return Object.fromEntries(
        entries.map(([name, inner]) => [name, walk(inner, path === '' ? name : `${path}.${name}`)]),
      );
    };
    return { sent: walk(sent, ''), paths };
  }

  it('each spoilt comparison of a random program is named, and no other', () => {
    fc.assert(
      fc.property(anyProgram, fc.infiniteStream(fc.boolean()), (program, choices) => {
        const { sent, paths } = spoil(program, () => choices.next().value === true);
        const read = problemsOf(sent);
        expect(isProblems(read) ? read.map(({ path }) => path) : []).toEqual(paths.slice(0, limits.problems));
      }),
      { numRuns: 300 },
    );
  });

  it('any JSON is read or refused without an exception', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        for (const sent of [
          value,
          aProgram(value as Json),
          aProgram(aRule(value as Json)),
          aProgram(aRule([aStatement(value as Json)])),
        ]) {
          const read = problemsOf(sent as Json);
          if (!isProblems(read)) expect(read).toHaveProperty('rules');
          else expect(read.length).toBeGreaterThan(0);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('a program beyond the limits is refused', () => {
  const amount = aComparison('amount', 'equal', 'number', 1);
  const nestedTo = (depth: number): Json =>
    Array.from({ length: depth - 1 }).reduce<Json>((inner) => ({ condition: [], nested: [inner] }), aStatement(amount));
  const deep = (depth: number) => aProgram(aRule([nestedTo(depth)]));
  const listing = (length: number) => only('amount', 'equal', 'number_array', Array<Json>(length).fill(1));
  /** A program of exactly so many bytes. */
  function ofSize(bytes: number): JsonObject {
    const empty = { ...aProgram(), metadata: { text: 'ä' } };
    return { ...empty, metadata: { text: `ä${'x'.repeat(bytes - Buffer.byteLength(JSON.stringify(empty)))}` } };
  }

  it.each<[string, (size: number) => JsonObject, number, string, string]>([
    ['bytes', ofSize, limits.bytes, '', 'is larger than 32768 bytes'],
    ['values', listing, limits.items, 'rules', 'compare with more than 1000 values'],
    [
      ...(['depth', deep, limits.depth] as const),
      `rules[0].statements[0]${'.nested[0]'.repeat(7)}.nested`,
      'is nested more than 8 deep',
    ],
  ])('%s', (_, make, most, path, problem) => {
    expect(problemsOf(make(most))).toHaveProperty('rules');
    expect(problemsOf(make(most + 1))).toEqual([{ path, problem }]);
  });

  it.each([1_000, 50_000])('statements that are nested %d deep, without a walk to their bottom', (depth) =>
    expect(problemsOf(deep(depth))).toEqual([
      { path: '', problem: expect.stringMatching(/^is (nested more than 32 deep|larger than 32768 bytes)$/) as string },
    ]),
  );

  it('metadata that is nested 1,000 deep', () => {
    const metadata = Array.from({ length: 1_000 }).reduce<JsonObject>((inner) => ({ inner }), {});
    expect(problemsOf({ ...aProgram(), metadata })).toEqual([{ path: '', problem: 'is nested more than 32 deep' }]);
  });
});
