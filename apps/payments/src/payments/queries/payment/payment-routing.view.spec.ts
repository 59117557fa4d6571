import type { RouteDecision } from '@payorch/contracts';
import type { AttemptId, MerchantConnectorId, RoutingAlgorithmId } from '@payorch/kernel';
import { aPayment, firstAccount, secondAccount } from '../../../../test/builders';
import { aDecision } from '../../../../test/routing';
import type { Attempt } from '../../domain/attempts/attempt';
import { activeAttempt } from '../../domain/payment';
import { paymentRoutingView } from './payment-routing.view';

const payment = aPayment.charged();
const shown = (changes: Partial<Attempt>) => {
  const attempts = [{ ...activeAttempt(payment), ...changes } as Attempt];
  return (paymentRoutingView({ ...payment, attempts })['attempts'] as readonly object[])[0];
};

const decisionView = {
  source: 'active',
  algorithm_id: 'routing_1',
  rule: { index: 0, name: 'gold in euros' },
  draw: null,
  fell_back: false,
  routing_version: 7,
  account_version: 9,
  facts: { values: { currency: 'EUR' }, metadata: null },
  candidates: [
    { connector: 'stripe_test', merchant_connector_id: 'mca_1', filter: null, health: null, score: null, place: null },
    {
      connector: 'adyen_test',
      merchant_connector_id: 'mca_2',
      filter: 'currency',
      health: null,
      score: null,
      place: null,
    },
  ],
  more_candidates: 0,
  dynamic: null,
};

it('an attempt shows what was known, what chose, and each account with its verdict', () =>
  expect(shown({ decision: aDecision, fallbacks: [secondAccount] })).toEqual({
    attempt_id: 'pay_1_1',
    fallback_of: null,
    taken: { connector: 'stripe_test', merchant_connector_id: 'mca_1' },
    fallbacks: [{ connector: 'adyen_test', merchant_connector_id: 'mca_2' }],
    decision: decisionView,
  }));

it.each<[string, Partial<RouteDecision>, object]>([
  ['a place in a split', { draw: 42, rule: null }, { draw: 42, rule: null }],
  [
    'metadata',
    { facts: { values: {}, metadata: { tier: 'gold' } } },
    { facts: { values: {}, metadata: { tier: 'gold' } } },
  ],
  ['candidates beyond the limit', { more: 3 }, { more_candidates: 3 }],
  [
    'health and score of a candidate, without inline credentials',
    {
      candidates: [
        {
          connector: 'adyen_test',
          merchantConnectorId: 'mca_2.crd_1' as MerchantConnectorId,
          filter: null,
          health: 'breaker_open',
          score: 91.5,
          place: 3,
        },
      ],
    },
    {
      candidates: [
        {
          connector: 'adyen_test',
          merchant_connector_id: 'mca_2',
          filter: null,
          health: 'breaker_open',
          score: 91.5,
          place: 3,
        },
      ],
    },
  ],
  [
    'scores',
    {
      dynamic: {
        approach: 'explored',
        successBasedId: 'routing_2' as RoutingAlgorithmId,
        eliminationId: null,
        contractId: null,
        eliminated: [firstAccount.merchantConnectorId],
      },
    },
    {
      dynamic: {
        approach: 'explored',
        success_based_algorithm_id: 'routing_2',
        elimination_algorithm_id: null,
        contract_algorithm_id: null,
        eliminated: ['mca_1'],
      },
    },
  ],
])('a decision shows %s', (_, changes, expected) =>
  expect(shown({ decision: { ...aDecision, ...changes } })).toMatchObject({
    decision: { ...decisionView, ...expected },
  }),
);

it('an attempt that follows the route of another one names it', () =>
  expect(shown({ fallbackOf: 'pay_1_1' as AttemptId })).toMatchObject({ fallback_of: 'pay_1_1', decision: null }));

it('an attempt without an outcome has neither an account nor a decision', () => {
  const [attempt] = paymentRoutingView(aPayment.authorizing())['attempts'] as readonly object[];
  expect(attempt).toMatchObject({ taken: null, fallback_of: null, fallbacks: [], decision: null });
});

it('the answer shows what the request names, as its clients left it', () => {
  const straightThrough = { kind: 'connectors', connectors: ['stripe_test', 'adyen_test'] } as const;
  const of = (narrowedTo: readonly string[] | null) =>
    paymentRoutingView({
      ...payment,
      straightThrough: { ...straightThrough, connectors: [...straightThrough.connectors] },
      narrowedTo,
    })['requested'];
  expect(of(null)).toEqual({ type: 'priority', data: [{ connector: 'stripe_test' }, { connector: 'adyen_test' }] });
  expect(of(['adyen_test'])).toEqual({ type: 'priority', data: [{ connector: 'adyen_test' }] });
  expect(paymentRoutingView({ ...payment, straightThrough: null, narrowedTo: null })['requested']).toBeNull();
});
