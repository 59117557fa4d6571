import type { DynamicRouting, Json, JsonObject, RoutingEvaluate } from '@payorch/contracts';
import { explanationOf } from '@payorch/contracts';
import type { AttemptId, RoutingAlgorithmId } from '@payorch/kernel';
import { money } from '@payorch/kernel';
import {
  aPayment,
  anAccount,
  anActive,
  aRouteContext,
  aRoutingChoice,
  merchantId,
  named,
  profileId,
} from '../../test/builders';
import { chooseRoute } from './decide/choose-route';
import type { RouteContext } from './decide/choose-route';
import { evaluatePayment } from './evaluate-payment';
import type { OrderByScores } from './score-order';

const accounts = [anAccount(1), anAccount(2, { connector: 'adyen_test' }), anAccount(3)];

const query = (given: Partial<RoutingEvaluate> = {}): RoutingEvaluate => ({
  merchantId,
  profileId,
  paymentId: 'pay_1',
  money: money(6540n, 'USD'),
  paymentMethod: 'card',
  paymentMethodType: 'credit',
  cardNetwork: 'Visa',
  facts: { values: {} },
  among: null,
  byScores: true,
  withElimination: true,
  ...given,
});

const evaluated = (given: Partial<RoutingEvaluate> = {}, context: Partial<RouteContext> = {}, among = accounts) =>
  evaluatePayment(query(given), aRouteContext(among, context));

const priority = (...ids: number[]): Json => ids.map((id) => named(id === 2 ? 'adyen_test' : 'stripe_test', id));
const active = (data: Json, more: Parameters<typeof aRoutingChoice>[1] = {}): Partial<RouteContext> => ({
  inForce: aRoutingChoice({ active: anActive('priority', data) }, more),
});

const dynamic: DynamicRouting = {
  successBased: {
    algorithmId: 'routing_s' as RoutingAlgorithmId,
    feature: 'dynamic_connector_selection',
    params: ['PaymentMethod', 'Currency'],
    minAggregatesSize: 1,
    defaultSuccessRate: 100,
    maxAggregatesSize: 8,
    blockThreshold: { durationInMins: null, maxTotalCount: 5 },
    specificityLevel: 'merchant',
    explorationPercent: 0,
    shuffleOnTie: false,
  },
  elimination: {
    algorithmId: 'routing_e' as RoutingAlgorithmId,
    feature: 'dynamic_connector_selection',
    params: [],
    bucketSize: 5,
    bucketLeakIntervalInSecs: 60,
  },
  contract: null,
  split: 100,
};

/** The last account is the best one. */
const lastFirst: OrderByScores = ({ eligible }) => ({
  order: eligible.map(({ merchantConnectorId }) => merchantConnectorId).toReversed(),
  scores: new Map(eligible.map(({ merchantConnectorId }, at) => [merchantConnectorId, 70 + at])),
  decision: {
    approach: 'success_rate',
    successBasedId: 'routing_s' as RoutingAlgorithmId,
    eliminationId: null,
    contractId: null,
    eliminated: [],
  },
});

it('the answer is what routing decides about the same payment', () => {
  const inForce = aRoutingChoice({ active: anActive('volume_split', [{ connector: named('stripe_test', 1), split: 50 }, { connector: named('adyen_test', 2), split: 50 }]) }); // prettier-ignore
  for (const paymentId of ['pay_1', 'pay_2', 'pay_3', 'pay_4', 'pay_5']) {
    const payment = aPayment({ attemptId: `${paymentId}_1` as AttemptId, country: null });
    const route = chooseRoute(payment, aRouteContext(accounts, { inForce }));
    const answer = evaluated({ paymentId }, { inForce });
    expect(answer['decision']).toEqual(explanationOf(route.decision));
    const chosen = route.kind === 'routed' ? route.chosen : null;
    expect(answer['decided_gateway']).toBe(`${chosen?.connector}:${chosen?.merchantConnectorId}`);
  }
});

it('without an algorithm the default order counts', () => {
  expect(evaluated()).toMatchObject({
    decided_gateway: 'stripe_test:mca_1',
    routing_approach: 'DEFAULT',
    gateway_priority_map: { 'stripe_test:mca_1': 1, 'adyen_test:mca_2': 1, 'stripe_test:mca_3': 1 },
    gateway_mga_id_map: { 'stripe_test:mca_1': 'mca_1', 'adyen_test:mca_2': 'mca_2', 'stripe_test:mca_3': 'mca_3' },
    filter_wise_gateways: {},
    priority_logic_tag: null,
    priority_logic_output: null,
    gateway_before_evaluation: 'stripe_test:mca_1',
    routing_dimension: null,
    is_scheduled_outage: false,
  });
});

it('the active algorithm decides, and what it left out is named by its filter', () => {
  const among = [anAccount(1), anAccount(2, { connector: 'adyen_test', disabled: true }), anAccount(3)];
  expect(evaluated({}, active(priority(2, 3)), among)).toMatchObject({
    decided_gateway: 'stripe_test:mca_3',
    routing_approach: 'PRIORITY_LOGIC',
    filter_wise_gateways: { disabled: ['adyen_test:mca_2'] },
    priority_logic_tag: 'routing_priority',
    priority_logic_output: {
      gws: ['stripe_test:mca_3'],
      primaryLogic: { name: 'routing_priority', status: 'SUCCESS', failure_reason: null },
      fallbackLogic: null,
    },
  });
});

it('an algorithm without an eligible account falls back, and says so', () => {
  const among = [anAccount(1), anAccount(2, { connector: 'adyen_test', disabled: true })];
  expect(evaluated({}, active(priority(2)), among)).toMatchObject({
    decided_gateway: 'stripe_test:mca_1',
    priority_logic_output: {
      primaryLogic: { status: 'FAILURE', failure_reason: 'none of its accounts is eligible' },
      fallbackLogic: { name: 'default', status: 'SUCCESS' },
    },
  });
});

it('no eligible account is an answer without a gateway', () => {
  const answer = evaluated({}, {}, [anAccount(1, { disabled: true })]);
  expect(answer).toMatchObject({
    decided_gateway: null,
    gateway_priority_map: {},
    gateway_before_evaluation: null,
    filter_wise_gateways: { disabled: ['stripe_test:mca_1'] },
    decision: { candidates: [{ merchant_connector_id: 'mca_1', filter: 'disabled' }] },
  });
});

it.each([
  [['adyen_test'], 'adyen_test:mca_2'],
  [['mca_3'], 'stripe_test:mca_3'],
  [['stripe_test:mca_3', 'adyen_test'], 'adyen_test:mca_2'],
  [['paypal'], null],
])('of the gateways %j the first eligible one is decided', (among, decided) => {
  const answer = evaluated({ among });
  expect(answer['decided_gateway']).toBe(decided);
  const excluded = (answer['filter_wise_gateways'] as JsonObject)['eligible_gateway_list'];
  expect(excluded).toContain('stripe_test:mca_1');
});

it('scores order the accounts, and the order before them is named', () => {
  const context = { ...active(priority(1, 2), { dynamic }), orderByScores: lastFirst };
  expect(evaluated({}, context)).toMatchObject({
    decided_gateway: 'adyen_test:mca_2',
    gateway_before_evaluation: 'stripe_test:mca_1',
    routing_approach: 'SR_SELECTION_V3_ROUTING',
    routing_dimension: 'PaymentMethod, Currency',
    routing_dimension_level: 'merchant',
    gateway_priority_map: { 'adyen_test:mca_2': 0.71, 'stripe_test:mca_1': 0.7 },
  });
});

it('PL_BASED_ROUTING leaves scores out', () => {
  const context = { ...active(priority(1, 2), { dynamic }), orderByScores: lastFirst };
  const answer = evaluated({ byScores: false }, context);
  expect(answer).toMatchObject({ decided_gateway: 'stripe_test:mca_1', routing_approach: 'PRIORITY_LOGIC' });
  expect(answer['decision']).toMatchObject({ source: 'active', dynamic: null });
});

it.each([
  [true, dynamic.elimination],
  [false, null],
])('elimination enabled %s reaches the scores', (withElimination, elimination) => {
  const seen: unknown[] = [];
  const orderByScores: OrderByScores = (route) => {
    seen.push(route.dynamic.elimination);
    return lastFirst(route);
  };
  evaluated({ withElimination }, { inForce: aRoutingChoice({}, { dynamic }), orderByScores });
  expect(seen).toEqual([elimination]);
});

it('an unhealthy account comes after the healthy ones', () => {
  const healthOf: RouteContext['healthOf'] = ({ merchantConnectorId }) =>
    merchantConnectorId === 'mca_1' ? 'breaker_open' : undefined;
  expect(evaluated({}, { healthOf })).toMatchObject({ decided_gateway: 'adyen_test:mca_2' });
});
