import { isRefusal, refuse } from '@payorch/contracts';
import { RoutingConfigRequest, StaticRoutingAlgorithm } from '@payorch/rest';
import { BodyError } from '../../errors';
import { readRoutingRequest } from './read-routing-request';

const statement = {
  condition: [{ lhs: 'amount', comparison: 'less_than', value: { type: 'number', value: 3000 }, metadata: {} }],
};
const rule = { name: 'low', connectorSelection: { decision: 'no_three_ds' }, statements: [statement] };
const program = { defaultSelection: { decision: 'challenge_requested' }, rules: [rule], metadata: { by: 'us' } };
const stored = { ...program, rules: [{ ...rule, statements: [{ ...statement, nested: null }] }] };

const algorithmOf = (type: string, data: unknown): StaticRoutingAlgorithm =>
  Object.assign(new StaticRoutingAlgorithm(), { type, data });
const read = (given: object = {}) =>
  readRoutingRequest(
    Object.assign(new RoutingConfigRequest(), {
      ...{ name: 'Low', description: 'No 3DS', profile_id: 'pro_1' },
      algorithm: algorithmOf('three_ds_decision_rule', program),
      ...given,
    }),
  );
const reading = (data: unknown) => () => read({ algorithm: algorithmOf('three_ds_decision_rule', data) });

it('a request is read with its program', () =>
  expect(read()).toEqual({
    ...{ name: 'Low', description: 'No 3DS', profileId: 'pro_1', algorithmFor: 'three_ds_authentication' },
    algorithm: { type: 'three_ds_decision_rule', data: stored },
  }));

it('the transaction type of the request wins', () =>
  expect(read({ transaction_type: 'payout' })).toMatchObject({ algorithmFor: 'payout' }));

it('routingOutput is another name of connectorSelection', () => {
  const { connectorSelection: routingOutput, ...others } = rule;
  const renamed = { ...program, rules: [{ ...others, routingOutput }] };
  expect(reading(renamed)()).toMatchObject({ algorithm: { data: stored } });
});

it.each(['name', 'description', 'algorithm', 'profile_id'])('a request without %s is refused', (field) => {
  for (const absent of [undefined, null]) expect(read({ [field]: absent })).toEqual(refuse('missing_param', { field }));
});

it('a request without several fields lists them in the order of the interface', () =>
  expect(read({ name: null, algorithm: null, profile_id: null })).toEqual({
    ...refuse('missing_param', { field: 'name' }),
    others: [refuse('missing_param', { field: 'algorithm' }), refuse('missing_param', { field: 'profile_id' })],
  }));

it.each(['single', 'priority', 'volume_split', 'advanced'])(
  'an algorithm of the kind %s is refused by name',
  (type) => {
    const request = read({ algorithm: algorithmOf(type, {}) });
    const message = `algorithm ${type} is not implemented`;
    expect(!isRefusal(request) && request.algorithm).toEqual(
      refuse('not_implemented', { message, path: 'algorithm.type' }),
    );
  },
);

it.each<[string, unknown, string, string]>([
  ['no object', [], 'invalid type: sequence, expected struct ProgramThreeDsDecisionRule', 'algorithm.data'],
  ['no default', { rules: [], metadata: {} }, 'missing field `defaultSelection`', 'algorithm.data.defaultSelection'],
  [
    ...(['an unknown decision', { ...program, defaultSelection: { decision: 'x' } }] as const),
    'unknown variant `x`, expected one of `no_three_ds`, `challenge_requested`, `challenge_preferred`, `three_ds_exemption_requested_tra`, `three_ds_exemption_requested_low_value`, `issuer_three_ds_exemption_requested`',
    'algorithm.data.defaultSelection.decision',
  ],
  [
    ...([
      'a comparison without a value',
      { ...program, rules: [{ ...rule, statements: [{ condition: [{}] }] }] },
    ] as const),
    'missing field `lhs`',
    'algorithm.data.rules[0].statements[0].condition[0].lhs',
  ],
])('a program with %s has the error of the interface', (_, data, message, field) => {
  const thrown = caught(reading(data));
  expect(thrown.message).toBe(`Json deserialize error: ${message}`);
  expect(thrown.fields[0]?.field).toBe(field);
});

it('a rule with both names of its output, and an algorithm without data, have the errors of the interface', () => {
  const both = { ...program, rules: [{ ...rule, routingOutput: rule.connectorSelection }] };
  expect(caught(reading(both)).message).toBe('Json deserialize error: duplicate field `connectorSelection`');
  expect(caught(reading(undefined)).message).toBe('Json deserialize error: missing field `data`');
});

function caught(run: () => unknown): BodyError {
  try {
    run();
  } catch (error) {
    if (error instanceof BodyError) return error;
  }
  throw new Error('was accepted');
}
