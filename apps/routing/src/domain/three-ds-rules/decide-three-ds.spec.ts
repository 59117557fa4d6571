import type { Json, RuleStatement, ThreeDsDecision, ThreeDsProgram, ThreeDsRuleInputs } from '@payorch/contracts';
import { isRefusal, threeDsDecision } from '@payorch/contracts';
import * as fc from 'fast-check';
import { aComparison, aProgram, aRule } from '../../../test/programs';
import { decideThreeDs } from './decide-three-ds';
import { readProgram } from './read-program';

function decide(program: ThreeDsProgram, inputs: ThreeDsRuleInputs): ThreeDsDecision {
  const read = readProgram(program);
  if (isRefusal(read)) throw new Error(read.details['message']);
  return decideThreeDs(read, inputs);
}
const holds = (statement: Partial<RuleStatement>, inputs: ThreeDsRuleInputs): boolean =>
  decide(aProgram(aRule(statement)), inputs) === 'no_three_ds';
const numbers = (...tests: readonly [string, number][]): Json =>
  tests.map(([comparisonType, number]) => ({ comparisonType, number }));

describe('a comparison', () => {
  it.each<[string, string, string, Json, ThreeDsRuleInputs, boolean]>([
    ['amount', 'equal', 'number', 100, { amount: 100 }, true],
    ['amount', 'equal', 'number', 100, { amount: 101 }, false],
    ['amount', 'not_equal', 'number', 100, { amount: 101 }, true],
    ['amount', 'not_equal', 'number', 100, { amount: 100 }, false],
    ['amount', 'less_than', 'number', 100, { amount: 99 }, true],
    ['amount', 'less_than', 'number', 100, { amount: 100 }, false],
    ['amount', 'less_than_equal', 'number', 100, { amount: 100 }, true],
    ['amount', 'greater_than', 'number', 100, { amount: 100 }, false],
    ['amount', 'greater_than_equal', 'number', 100, { amount: 100 }, true],
    ['acquirer_fraud_rate', 'less_than', 'number', 1, { acquirer_fraud_rate: 0.13 }, true],
    ['amount', 'equal', 'number_array', [1, 2], { amount: 2 }, true],
    ['amount', 'equal', 'number_array', [1, 2], { amount: 3 }, false],
    ['amount', 'not_equal', 'number_array', [1, 2], { amount: 3 }, true],
    ['amount', 'not_equal', 'number_array', [1, 2], { amount: 2 }, false],
    ['amount', 'equal', 'number_comparison_array', numbers(['less_than', 5], ['greater_than', 9]), { amount: 4 }, true],
    [
      'amount',
      'equal',
      'number_comparison_array',
      numbers(['less_than', 5], ['greater_than', 9]),
      { amount: 7 },
      false,
    ],
    ['amount', 'not_equal', 'number_comparison_array', numbers(['less_than', 5]), { amount: 7 }, true],
    ['currency', 'equal', 'enum_variant', 'EUR', { currency: 'EUR' }, true],
    ['currency', 'equal', 'enum_variant', 'EUR', { currency: 'USD' }, false],
    ['currency', 'not_equal', 'enum_variant', 'EUR', { currency: 'USD' }, true],
    ['card_network', 'equal', 'enum_variant_array', ['Visa', 'JCB'], { card_network: 'JCB' }, true],
    ['card_network', 'not_equal', 'enum_variant_array', ['Visa', 'JCB'], { card_network: 'JCB' }, false],
    ['issuer_name', 'equal', 'str_value', 'A bank', { issuer_name: 'A bank' }, true],
    ['issuer_name', 'equal', 'str_value', 'A bank', { issuer_name: 'a bank' }, false],
    // An absent value, and one of another type than its key.
    ['amount', 'equal', 'number', 0, {}, false],
    ['amount', 'not_equal', 'number', 0, {}, false],
    ['issuer_name', 'not_equal', 'str_value', 'A bank', {}, false],
    ['card_network', 'not_equal', 'enum_variant_array', ['Visa'], { currency: 'EUR' }, false],
    ['amount', 'not_equal', 'number', 0, { amount: '5' }, false],
    ['currency', 'not_equal', 'enum_variant', 'EUR', { currency: 5 }, false],
  ])('%s %s %s %j with %j: %s', (key, comparison, type, value, inputs, expected) =>
    expect(holds({ condition: [aComparison(key, comparison, type, value)] }, inputs)).toBe(expected),
  );
});

const low = aComparison('amount', 'less_than', 'number', 100);
const visa = aComparison('card_network', 'equal', 'enum_variant', 'Visa');
const web = aComparison('customer_device_platform', 'equal', 'enum_variant', 'web');
const when = (...condition: RuleStatement['condition']): RuleStatement => ({ condition, nested: null });

describe('a statement', () => {
  it.each<[string, Partial<RuleStatement>, ThreeDsRuleInputs, boolean]>([
    ['holds where each comparison holds', when(low, visa), { amount: 1, card_network: 'Visa' }, true],
    ['does not hold where one comparison does not', when(low, visa), { amount: 1, card_network: 'JCB' }, false],
    ['holds without a comparison', when(), {}, true],
    ['needs one of its nested statements', { condition: [low], nested: [when(visa), when(web)] }, { amount: 1 }, false],
    [
      'holds with one of its nested statements',
      { condition: [low], nested: [when(visa), when(web)] },
      { amount: 1, customer_device_platform: 'web' },
      true,
    ],
    [
      'needs its own condition too',
      { condition: [low], nested: [when(visa)] },
      { amount: 100, card_network: 'Visa' },
      false,
    ],
    ['does not hold with an empty list of nested statements', { condition: [low], nested: [] }, { amount: 1 }, false],
    [
      'needs the statements at the bottom',
      { condition: [low], nested: [{ condition: [visa], nested: [when(web)] }] },
      { amount: 1, card_network: 'Visa' },
      false,
    ],
  ])('%s', (_, statement, inputs, expected) => expect(holds(statement, inputs)).toBe(expected));
});

describe('a program', () => {
  const inOrder = aProgram(aRule(when(low), 'challenge_preferred'), aRule(when(), 'three_ds_exemption_requested_tra'));

  it.each<[string, ThreeDsProgram, ThreeDsRuleInputs, ThreeDsDecision]>([
    ['decides by the first rule that holds', inOrder, { amount: 1 }, 'challenge_preferred'],
    ['goes on to the next rule', inOrder, { amount: 500 }, 'three_ds_exemption_requested_tra'],
    ['decides by its default without rules', aProgram(), { amount: 1 }, 'challenge_requested'],
    ['decides by its default where no rule holds', aProgram(aRule(when(visa))), { amount: 1 }, 'challenge_requested'],
    [
      'needs one statement of a rule',
      aProgram({ ...aRule(), statements: [when(visa), when(low)] }),
      { amount: 1 },
      'no_three_ds',
    ],
    [
      'has rules without statements that never hold',
      aProgram({ ...aRule(), statements: [] }),
      {},
      'challenge_requested',
    ],
  ])('%s', (_, program, inputs, expected) => expect(decide(program, inputs)).toBe(expected));

  it('decides by the first of any rules of which each alone would decide, and else by its default', () => {
    const decision = fc.constantFrom(...threeDsDecision.options);
    const comparison = fc.oneof(
      fc
        .tuple(fc.constantFrom('equal', 'not_equal', 'less_than', 'greater_than_equal'), fc.nat(3))
        .map(([type, number]) => aComparison('amount', type, 'number', number)),
      fc
        .tuple(fc.constantFrom('equal', 'not_equal'), fc.subarray(['Visa', 'JCB', 'Star'], { minLength: 1 }))
        .map(([type, names]) => aComparison('card_network', type, 'enum_variant_array', names)),
    );
    const { statement } = fc.letrec<{ statement: RuleStatement }>((tie) => ({
      statement: fc.record({
        condition: fc.array(comparison, { maxLength: 2 }),
        nested: fc.option(fc.array(tie('statement'), { maxLength: 2 }), { depthSize: 'xsmall', maxDepth: 3 }),
      }),
    }));
    const rule = fc
      .tuple(fc.array(statement, { maxLength: 2 }), decision)
      .map(([statements, is]) => ({ ...aRule({}, is), statements }));
    const inputs = fc.record<ThreeDsRuleInputs>(
      { amount: fc.nat(3), card_network: fc.constantFrom('Visa', 'JCB', 'Pulse') },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 5 }), inputs, (rules, given) => {
        const first = rules.find(({ statements }) => statements.some((one) => holds(one, given)));
        expect(decide(aProgram(...rules), given)).toBe(first?.connectorSelection.decision ?? 'challenge_requested');
      }),
    );
  });
});
