import type { MerchantConnectorId, RoutingAlgorithmId } from '@payorch/kernel';
import type { RouteDecision, StraightThrough } from '@payorch/values';
import { routeDecision } from '@payorch/values';
import { decisionOf, explanationOf, requestedAlgorithmOf } from './route-explanation';

const account = (id: number) => ({ connector: 'stripe', merchantConnectorId: `mca_${id}` as MerchantConnectorId });
const bare: RouteDecision = {
  source: 'default',
  algorithmId: null,
  routingVersion: null,
  accountVersion: 9,
  rule: null,
  draw: null,
  fellBack: false,
  facts: { values: {} },
  candidates: [],
};
const whole: RouteDecision = {
  source: 'dynamic',
  algorithmId: 'routing_1' as RoutingAlgorithmId,
  routingVersion: 7,
  accountVersion: 9,
  rule: { index: 2, name: 'large' },
  draw: 41,
  fellBack: true,
  facts: { values: { amount: 6540, currency: 'EUR' }, metadata: { tier: 'gold' } },
  candidates: [
    { ...account(1), filter: null, health: 'no_worker', score: 92.307_692_307_692_3, place: 1 },
    { ...account(2), filter: 'currency' },
    { ...account(3), filter: null, score: 0, place: 0 },
  ],
  more: 3,
  dynamic: {
    approach: 'explored',
    successBasedId: 'routing_2' as RoutingAlgorithmId,
    eliminationId: null,
    contractId: null,
    eliminated: [account(3).merchantConnectorId],
    inputs: {
      split: 80,
      bySuccess: { explorationPercent: 20, shuffleOnTie: true },
      byNeed: false,
      byFailures: true,
      isKnown: true,
      accounts: [{ merchantConnectorId: account(1).merchantConnectorId, rate: 100 / 3, approved: 1, total: 3, need: 0, isFull: false }], // prettier-ignore
    },
  },
};

it.each([
  ['a decision with everything', whole],
  ['a decision with nothing', bare],
  ['scores without what they said', { ...whole, dynamic: { ...whole.dynamic!, inputs: undefined } }],
])('%s is read from its explanation, byte by byte', (_, decision) => {
  // As it is read from a row.
  const plain = routeDecision.parse(JSON.parse(JSON.stringify(decision)));
  const shown: unknown = JSON.parse(JSON.stringify(explanationOf(plain)));
  expect(JSON.stringify(decisionOf(shown))).toBe(JSON.stringify(plain));
});

it('an explanation shows an account as merchants know it', () => {
  const withCredentials = { ...account(1), merchantConnectorId: 'mca_1.crd_1' as MerchantConnectorId, filter: null };
  expect(explanationOf({ ...bare, candidates: [withCredentials] })).toMatchObject({
    candidates: [{ connector: 'stripe', merchant_connector_id: 'mca_1', health: null, score: null, place: null }],
  });
});

it('what is no explanation is refused', () =>
  expect(() => decisionOf({ ...explanationOf(bare), candidates: [{}] })).toThrow('candidates'));

const accounts = [account(1), { connector: 'adyen', merchantConnectorId: null }];
it.each<[StraightThrough, object]>([
  [
    { kind: 'accounts', algorithm: 'single', accounts: [account(1)] },
    { type: 'single', data: { connector: 'stripe', merchant_connector_id: 'mca_1' } },
  ],
  [
    { kind: 'accounts', algorithm: 'priority', accounts },
    { type: 'priority', data: [{ connector: 'stripe', merchant_connector_id: 'mca_1' }, { connector: 'adyen' }] },
  ],
  [
    { kind: 'connectors', connectors: ['adyen'] },
    { type: 'priority', data: [{ connector: 'adyen' }] },
  ],
  [
    { kind: 'algorithm', algorithm: 'advanced', data: { rules: [] } },
    { type: 'advanced', data: { rules: [] } },
  ],
])('%j is an algorithm in the form of the interface', (requested, algorithm) =>
  expect(requestedAlgorithmOf(requested)).toEqual(algorithm),
);
