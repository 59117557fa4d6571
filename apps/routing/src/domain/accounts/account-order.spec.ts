import type { AccountRef, DynamicRouting } from '@payorch/contracts';
import type { MerchantConnectorId } from '@payorch/kernel';
import { aPayment, anAccount, aRouteContext, aRoutingChoice, requestsAccounts } from '../../../test/builders';
import type { AccountHealth } from './account-order';
import { chooseRoute } from '../decide/choose-route';
import type { OrderByScores, ScoreOrder } from '../score-order';

const accounts = [1, 2, 3].map((id) => anAccount(id));
const dynamic: DynamicRouting = { successBased: null, elimination: null, contract: null, split: 100 };
const inForce = aRoutingChoice({}, { dynamic });
const id = (number: number) => `mca_${number}` as MerchantConnectorId;
const ids = (route: ReturnType<typeof chooseRoute>) =>
  route.kind === 'routed' ? [route.chosen, ...route.fallbacks].map((ref) => ref.merchantConnectorId) : [];

describe('health', () => {
  const healthOf =
    (unhealthy: Readonly<Record<string, AccountHealth>>) =>
    ({ merchantConnectorId }: AccountRef): AccountHealth =>
      unhealthy[merchantConnectorId];

  it.each<[string, Readonly<Record<string, AccountHealth>>, string[]]>([
    ['puts an unhealthy account last', { mca_1: 'breaker_open' }, ['mca_2', 'mca_3', 'mca_1']],
    [
      'leaves the order of several unhealthy ones',
      { mca_1: 'no_worker', mca_2: 'breaker_open' },
      ['mca_3', 'mca_1', 'mca_2'],
    ],
    ['excludes none', { mca_1: 'no_worker', mca_2: 'no_worker', mca_3: 'no_worker' }, ['mca_1', 'mca_2', 'mca_3']],
  ])('%s', (_, unhealthy, expected) => {
    const route = chooseRoute(aPayment(), aRouteContext(accounts, { healthOf: healthOf(unhealthy) }));
    expect(ids(route)).toEqual(expected);
    expect(route.decision.candidates).toEqual(
      expected.map((one, at) => {
        const place = accounts.findIndex(({ merchantConnectorId }) => merchantConnectorId === one);
        return {
          merchantConnectorId: one,
          connector: 'stripe_test',
          filter: null,
          ...(unhealthy[one] && { health: unhealthy[one] }),
          ...(place !== at && { place }),
        };
      }),
    );
  });

  it('never replaces the one account of a request', () => {
    const straightThrough = requestsAccounts('single', ['stripe_test', 1]);
    const context = aRouteContext(accounts, { healthOf: healthOf({ mca_1: 'no_worker' }) });
    expect(ids(chooseRoute(aPayment({ straightThrough }), context))).toEqual(['mca_1']);
  });
});

describe('scores', () => {
  const decision: ScoreOrder['decision'] = {
    approach: 'success_rate',
    successBasedId: null,
    eliminationId: null,
    contractId: null,
    eliminated: [],
  };
  const seen: Parameters<OrderByScores>[0][] = [];
  const ordering =
    (order: number[], given: Partial<ScoreOrder['decision']> = {}): OrderByScores =>
    (scored) => {
      seen.push(scored);
      return { order: order.map(id), scores: new Map([[id(2), 92]]), decision: { ...decision, ...given } };
    };
  const routed = (orderByScores: OrderByScores, given = {}, among = accounts, settings = inForce) =>
    chooseRoute(aPayment(given), aRouteContext(among, { inForce: settings, orderByScores }));
  beforeEach(() => void seen.splice(0));

  it('order the eligible accounts, and are shown with them', () => {
    const route = routed(ordering([2, 1]), {}, [...accounts, anAccount(4, { disabled: true })]);
    expect(ids(route)).toEqual(['mca_2', 'mca_1', 'mca_3']);
    expect(route.decision).toMatchObject({ source: 'dynamic', dynamic: { approach: 'success_rate' } });
    expect(route.decision.candidates[0]).toMatchObject({ merchantConnectorId: 'mca_2', score: 92 });
    expect(seen.map(({ eligible }) => eligible.map((one) => one.merchantConnectorId))).toEqual([
      ['mca_1', 'mca_2', 'mca_3'],
    ]);
  });

  it.each(['static', 'unavailable', 'metrics'] as const)('that are %s choose nothing', (approach) => {
    const route = routed(ordering([3], { approach }));
    expect(ids(route)).toEqual(['mca_1', 'mca_2', 'mca_3']);
    expect(route.decision).toMatchObject({ source: 'default', dynamic: { approach } });
  });

  it('that name other accounts add none', () =>
    expect(ids(routed(ordering([9, 3])))).toEqual(['mca_3', 'mca_1', 'mca_2']));

  it.each<[string, object, typeof inForce]>([
    ['a request that names its account', { straightThrough: requestsAccounts('single', ['stripe_test', 1]) }, inForce],
    ['a profile without dynamic routing', {}, aRoutingChoice()],
    ['a payment that no account takes', { cardNetwork: 'RuPay' }, inForce],
  ])('are not looked at for %s', (_, payment, settings) => {
    expect(routed(ordering([2]), payment, accounts, settings).decision.dynamic).toBeUndefined();
    expect(seen).toEqual([]);
  });

  it('give way to health', () => {
    const context = aRouteContext(accounts, {
      inForce,
      orderByScores: ordering([2, 3]),
      healthOf: ({ merchantConnectorId }) => (merchantConnectorId === 'mca_2' ? 'breaker_open' : undefined),
    });
    expect(ids(chooseRoute(aPayment(), context))).toEqual(['mca_3', 'mca_1', 'mca_2']);
  });
});
