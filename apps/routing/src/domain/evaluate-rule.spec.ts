import type { Json, RoutingAlgorithm } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { anAccount, named } from '../../test/builders';
import type { RuleEvaluation } from './evaluate-rule';
import { evaluateRule } from './evaluate-rule';

const accounts = [anAccount(1), anAccount(2, { connector: 'adyen_test' }), anAccount(3, { disabled: true })];

const evaluated = (algorithm: RoutingAlgorithm | null, given: Partial<RuleEvaluation> = {}) =>
  evaluateRule({ algorithm, fallback: [], facts: { values: {} }, paymentId: null, accounts, ...given });

const condition = [{ lhs: 'amount', comparison: 'greater_than', value: { type: 'number', value: 1000 }, metadata: {} }];
const rule = (output: object) => ({ name: 'large', statements: [{ condition, nested: null }], ...output });
const large: Json = { type: 'priority', data: [named('stripe_test', 3), named('adyen_test', 2)] };
const usual: Json = { type: 'priority', data: [named('stripe_test', 1), named('stripe_test', 1)] };
const program = (output: object): RoutingAlgorithm => ({
  type: 'advanced',
  data: { defaultSelection: usual, rules: [rule(output)], metadata: {} } as Json,
});

it.each([['connectorSelection'], ['routingOutput']])('the rule that fires decides, with its output in %s', (name) => {
  expect(evaluated(program({ [name]: large }), { facts: { values: { amount: 1001 } } })).toEqual({
    status: 'success',
    output: large,
    evaluated_output: [named('stripe_test', 3), named('adyen_test', 2)],
    eligible_connectors: [named('adyen_test', 2)],
  });
});

it('without a rule that fires the default selection decides, each account once', () => {
  expect(evaluated(program({ connectorSelection: large }), { facts: { values: { amount: 1000 } } })).toEqual({
    status: 'default_selection',
    output: usual,
    evaluated_output: [named('stripe_test', 1)],
    eligible_connectors: [named('stripe_test', 1)],
  });
});

it('a connector alone stands for all of its enabled accounts', () => {
  const data: Json = { connector: 'stripe_test' };
  expect(evaluated({ type: 'single', data })).toEqual({
    status: 'success',
    output: { type: 'single', data },
    evaluated_output: [named('stripe_test')],
    eligible_connectors: [named('stripe_test', 1)],
  });
});

it('the payment decides the place in a split', () => {
  const data: Json = [1, 2].map((id) => ({ connector: named(id === 1 ? 'stripe_test' : 'adyen_test', id), split: 50 }));
  const first = (paymentId: string) => {
    const answer = evaluated({ type: 'volume_split', data }, { paymentId });
    return 'evaluated_output' in answer ? JSON.stringify((answer['evaluated_output'] as Json[])[0]) : '';
  };
  const taken = Array.from({ length: 200 }, (_, at) => first(`pay_${at}`));
  expect(new Set(taken).size).toBe(2);
  expect(Array.from({ length: 200 }, (_, at) => first(`pay_${at}`))).toEqual(taken);
});

it('without an active algorithm the fallback of the request counts', () => {
  const fallback = [
    { connector: 'adyen_test', merchantConnectorId: 'mca_2' },
    { connector: 'stripe_test', merchantConnectorId: 'mca_9' },
  ];
  expect(evaluated(null, { fallback })).toEqual({
    status: 'fallback',
    output: { type: 'priority', data: [named('adyen_test', 2), named('stripe_test', 9)] },
    evaluated_output: [named('adyen_test', 2), named('stripe_test', 9)],
    eligible_connectors: [named('adyen_test', 2)],
  });
});

it('a 3DS decision rule selects no connector', () => {
  expect(evaluated({ type: 'three_ds_decision_rule', data: {} })).toEqual(
    refuse('precondition_failed', {
      message: 'An algorithm of the type three_ds_decision_rule selects no connector',
    }),
  );
});
