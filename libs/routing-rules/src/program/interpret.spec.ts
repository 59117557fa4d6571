import type { Json, RoutingFacts } from '@payorch/contracts';
import { aComparison, aProgram, aRule, aStatement, decisionOf } from '../../test/programs';

type Values = RoutingFacts['values'];

const holds = (statement: Json, facts: RoutingFacts): boolean =>
  decisionOf(aProgram(aRule([statement])), facts).output === 'fired';
const numbers = (...tests: readonly [string, number][]): Json =>
  tests.map(([comparisonType, number]) => ({ comparisonType, number }));

describe('a comparison', () => {
  it.each<[string, string, string, Json, Values, boolean]>([
    ['amount', 'equal', 'number', 100, { amount: 100 }, true],
    ['amount', 'equal', 'number', 100, { amount: 101 }, false],
    ['amount', 'not_equal', 'number', 100, { amount: 101 }, true],
    ['amount', 'not_equal', 'number', 100, { amount: 100 }, false],
    ['amount', 'less_than', 'number', 100, { amount: 99 }, true],
    ['amount', 'less_than', 'number', 100, { amount: 100 }, false],
    ['amount', 'less_than_equal', 'number', 100, { amount: 100 }, true],
    ['amount', 'less_than_equal', 'number', 100, { amount: 101 }, false],
    ['amount', 'greater_than', 'number', 100, { amount: 101 }, true],
    ['amount', 'greater_than', 'number', 100, { amount: 100 }, false],
    ['amount', 'greater_than_equal', 'number', 100, { amount: 100 }, true],
    ['amount', 'greater_than_equal', 'number', 100, { amount: 99 }, false],
    ['amount', 'less_than', 'number', 1, { amount: 0.13 }, true],
    ['amount', 'equal', 'number_array', [1, 2], { amount: 2 }, true],
    ['amount', 'equal', 'number_array', [1, 2], { amount: 3 }, false],
    ['amount', 'not_equal', 'number_array', [1, 2], { amount: 3 }, true],
    ['amount', 'not_equal', 'number_array', [1, 2], { amount: 2 }, false],
    ['amount', 'equal', 'number_comparison_array', numbers(['less_than', 5], ['greater_than', 9]), { amount: 4 }, true],
    ['amount', 'equal', 'number_comparison_array', numbers(['less_than', 5], ['equal', 9]), { amount: 9 }, true],
    [
      'amount',
      'equal',
      'number_comparison_array',
      numbers(['less_than', 5], ['greater_than', 9]),
      { amount: 7 },
      false,
    ],
    ['amount', 'not_equal', 'number_comparison_array', numbers(['less_than', 5]), { amount: 7 }, true],
    ['amount', 'equal', 'number_comparison_array', numbers(['not_equal', 5]), { amount: 5 }, false],
    ['currency', 'equal', 'enum_variant', 'EUR', { currency: 'EUR' }, true],
    ['currency', 'equal', 'enum_variant', 'EUR', { currency: 'USD' }, false],
    ['currency', 'not_equal', 'enum_variant', 'EUR', { currency: 'USD' }, true],
    ['currency', 'not_equal', 'enum_variant', 'EUR', { currency: 'EUR' }, false],
    ['card_network', 'equal', 'enum_variant_array', ['Visa', 'JCB'], { card_network: 'JCB' }, true],
    ['card_network', 'equal', 'enum_variant_array', ['Visa', 'JCB'], { card_network: 'Star' }, false],
    ['card_network', 'not_equal', 'enum_variant_array', ['Visa', 'JCB'], { card_network: 'JCB' }, false],
    ['card_network', 'not_equal', 'enum_variant_array', ['Visa', 'JCB'], { card_network: 'Star' }, true],
    ['country', 'equal', 'enum_variant', 'Germany', { business_country: 'Germany' }, true],
    ['business_label', 'equal', 'str_value', 'A shop', { business_label: 'A shop' }, true],
    ['business_label', 'equal', 'str_value', 'A shop', { business_label: 'a shop' }, false],
    // No text is a pattern.
    ['card_bin', 'equal', 'str_value', '4.*', { card_bin: '424242' }, false],
    ['card_bin', 'equal', 'str_value', '(a+)+$', { card_bin: 'a'.repeat(64) + '!' }, false],
    // An absent value, and one of another type than its key.
    ['amount', 'equal', 'number', 0, {}, false],
    ['amount', 'not_equal', 'number', 0, {}, false],
    ['business_label', 'not_equal', 'str_value', 'A shop', {}, false],
    ['card_network', 'not_equal', 'enum_variant_array', ['Visa', 'JCB'], { currency: 'EUR' }, false],
    ['amount', 'not_equal', 'number', 0, { amount: '5' }, false],
    ['currency', 'not_equal', 'enum_variant', 'EUR', { currency: 5 }, false],
  ])('%s %s %s %j with %j: %s', (key, comparison, type, value, values, expected) =>
    expect(holds(aStatement(aComparison(key, comparison, type, value)), { values })).toBe(expected),
  );

  it.each<[string, RoutingFacts['metadata'], boolean]>([
    ['equal', { segment: 'gold' }, true],
    ['equal', { segment: 'silver' }, false],
    ['equal', {}, false],
    ['equal', undefined, false],
    ['not_equal', { segment: 'silver' }, true],
    ['not_equal', { segment: 'gold' }, false],
    ['not_equal', { other: 'gold' }, false],
    ['not_equal', undefined, false],
  ])('metadata segment %s gold with %j: %s', (comparison, metadata, expected) => {
    const gold = aComparison('metadata', comparison, 'metadata_variant', { key: 'segment', value: 'gold' });
    expect(holds(aStatement(gold), { values: {}, ...(metadata && { metadata }) })).toBe(expected);
  });
});

const low = aComparison('amount', 'less_than', 'number', 100);
const visa = aComparison('card_network', 'equal', 'enum_variant', 'Visa');
const euro = aComparison('currency', 'equal', 'enum_variant', 'EUR');
const lowWith = (...nested: readonly Json[]): Json => ({ condition: [low], nested });

describe('a statement', () => {
  it.each<[string, Json, Values, boolean]>([
    ['holds where each comparison holds', aStatement(low, visa), { amount: 1, card_network: 'Visa' }, true],
    ['does not hold where one comparison does not', aStatement(low, visa), { amount: 1, card_network: 'JCB' }, false],
    ['holds without a comparison', aStatement(), {}, true],
    ['holds without the member nested', { condition: [low] }, { amount: 1 }, true],
    ['needs one of its nested statements', lowWith(aStatement(visa), aStatement(euro)), { amount: 1 }, false],
    [
      'holds with one of its nested statements',
      lowWith(aStatement(visa), aStatement(euro)),
      { amount: 1, currency: 'EUR' },
      true,
    ],
    ['needs its own condition too', lowWith(aStatement(visa)), { amount: 100, card_network: 'Visa' }, false],
    ['does not hold with an empty list of nested statements', lowWith(), { amount: 1 }, false],
    [
      'needs the statements at the bottom',
      lowWith({ condition: [visa], nested: [aStatement(euro)] }),
      { amount: 1, card_network: 'Visa' },
      false,
    ],
  ])('%s', (_, statement, values, expected) => expect(holds(statement, { values })).toBe(expected));
});

describe('a program', () => {
  const inOrder = aProgram(aRule([aStatement(low)], 'first'), { ...aRule(undefined, 'second'), name: 'all others' });

  it.each<[string, Json, Values, Json]>([
    [
      'decides by the first rule that fires',
      inOrder,
      { amount: 1 },
      { rule: { index: 0, name: 'a rule' }, output: 'first' },
    ],
    [
      'goes on to the next rule',
      inOrder,
      { amount: 500 },
      { rule: { index: 1, name: 'all others' }, output: 'second' },
    ],
    ['decides by its default without rules', aProgram(), { amount: 1 }, { rule: null, output: 'otherwise' }],
    [
      'decides by its default where no rule fires',
      aProgram(aRule([aStatement(visa)])),
      { amount: 1 },
      { rule: null, output: 'otherwise' },
    ],
    [
      'needs one statement of a rule',
      aProgram(aRule([aStatement(visa), aStatement(low)])),
      { amount: 1 },
      { rule: { index: 0, name: 'a rule' }, output: 'fired' },
    ],
    ['has rules without statements that never fire', aProgram(aRule([])), {}, { rule: null, output: 'otherwise' }],
  ])('%s', (_, program, values, expected) => expect(decisionOf(program, { values })).toEqual(expected));
});
