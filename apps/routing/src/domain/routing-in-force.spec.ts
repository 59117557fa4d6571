import { aRoutingChoice, routingSettingsWith } from '../../test/builders';
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
