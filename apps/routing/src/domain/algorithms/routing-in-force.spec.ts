import type { ActiveAlgorithm } from '@payorch/contracts';
import type { RoutingAlgorithmId } from '@payorch/kernel';
import { aRoutingChoice, routingSettingsWith } from '../../../test/builders';
import { routingInForce } from './routing-in-force';

const choice = (accountVersion: number) => aRoutingChoice({}, { accountVersion });

it.each<[string, number | undefined, number | null]>([
  ['began under them', 7, 7],
  ['began under the ones before', 5, 5],
  ['began between the two', 6, 5],
  ['is older than both', 3, 5],
  ['knew newer ones', 8, 7],
  ['knew none', undefined, null],
])('the settings of a request that %s', (_, version, expected) =>
  expect(routingInForce(routingSettingsWith(choice(7), choice(5)), version)?.accountVersion ?? null).toBe(expected),
);

it('a request from before the first settings, and one without any, is decided without them', () => {
  expect(routingInForce(routingSettingsWith(choice(7)), 3)).toBeNull();
  expect(routingInForce(undefined, 3)).toBeNull();
});

describe.each<[ActiveAlgorithm['kind'], boolean]>([
  ['advanced', false],
  ['volume_split', true],
])('the algorithm %s', (kind, isFollowed) => {
  const algorithm = {
    algorithmId: 'routing_1' as RoutingAlgorithmId,
    kind,
    data: [],
    activatedAt: '2026-01-01T00:00:00.000Z',
  };
  const choiceAt = (accountVersion: number) => aRoutingChoice({ active: algorithm }, { accountVersion });
  const activeAt = (version: number) =>
    routingInForce(routingSettingsWith(choiceAt(7), choiceAt(5)), version)?.payment.active ?? null;

  it.each([5, 7])('decides requests that began under it at %d', (version) =>
    expect(activeAt(version)).toEqual(algorithm),
  );

  it.each([3, 6, 8])(
    `at %d ${isFollowed ? 'decides' : 'decides no'} requests with the facts of other rules`,
    (version) => expect(activeAt(version)).toEqual(isFollowed ? algorithm : null),
  );
});
