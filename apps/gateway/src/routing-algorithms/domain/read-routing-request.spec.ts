import { refuse } from '@payorch/contracts';
import { RoutingConfigRequest, StaticRoutingAlgorithm } from '@payorch/rest';
import { BodyError } from '../../errors';
import { readRoutingRequest } from './read-routing-request';

const algorithmOf = (type: string, data: unknown): StaticRoutingAlgorithm =>
  Object.assign(new StaticRoutingAlgorithm(), { type, data });
const read = (given: object = {}, operation: 'payment' | 'payout' = 'payment') =>
  readRoutingRequest(
    Object.assign(new RoutingConfigRequest(), {
      name: 'First',
      description: 'All at one processor',
      profile_id: 'pro_1',
      algorithm: algorithmOf('single', { connector: 'stripe_test' }),
      ...given,
    }),
    operation,
  );

it('a request is read with the data as it was sent', () =>
  expect(read()).toEqual({
    name: 'First',
    description: 'All at one processor',
    profileId: 'pro_1',
    algorithmFor: 'payment',
    algorithm: { type: 'single', data: { connector: 'stripe_test' } },
  }));

it.each([
  ['single', 'payment', 'payment'],
  ['advanced', 'payout', 'payout'],
  ['three_ds_decision_rule', 'payment', 'three_ds_authentication'],
  ['three_ds_decision_rule', 'payout', 'payout'],
] as const)('an algorithm %s below the path of a %s is for a %s', (type, operation, algorithmFor) =>
  expect(read({ algorithm: algorithmOf(type, {}) }, operation)).toMatchObject({ algorithmFor }),
);

it('the transaction type of the request wins', () =>
  expect(read({ transaction_type: 'payout' })).toMatchObject({ algorithmFor: 'payout' }));

it('a transaction type that contradicts the path of payouts is refused', () =>
  expect(read({ transaction_type: 'payment' }, 'payout')).toEqual(
    refuse('precondition_failed', {
      message: "Cannot use payment's routing algorithm for payout operation",
      path: 'transaction_type',
    }),
  ));

it.each(['name', 'description', 'algorithm', 'profile_id'])('a request without %s is refused', (field) => {
  for (const absent of [undefined, null]) expect(read({ [field]: absent })).toEqual(refuse('missing_param', { field }));
});

it('a request without several fields lists them in the order of the interface', () =>
  expect(read({ name: null, algorithm: null, profile_id: null })).toEqual({
    ...refuse('missing_param', { field: 'name' }),
    others: [refuse('missing_param', { field: 'algorithm' }), refuse('missing_param', { field: 'profile_id' })],
  }));

it('an algorithm without data has the error of the interface', () =>
  expect(() => read({ algorithm: algorithmOf('single', undefined) })).toThrow(
    new BodyError('Json deserialize error: missing field `data`'),
  ));
