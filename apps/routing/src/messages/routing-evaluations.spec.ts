import type { RoutingEvaluate, RoutingRuleEvaluate } from '@payorch/contracts';
import {
  connectorAccountSettings,
  refuse,
  routingEvaluate,
  routingRuleEvaluate,
  routingSettings,
} from '@payorch/contracts';
import type { MerchantId, ProfileId, RoutingAlgorithmId } from '@payorch/kernel';
import { money } from '@payorch/kernel';
import { AccountSettings, type KeyedDelivery, type MessageContext } from '@payorch/platform/kafka';
import { anAlgorithmRecord } from '../../test/algorithms';
import {
  anAccount,
  anActive,
  aRoutingChoice,
  capabilitiesOf,
  incoming,
  merchantId,
  named,
  profileId,
  routingSettingsWith,
} from '../../test/builders';
import { RoutingEvaluations } from './routing-evaluations';

const single = (id: number) => ({ type: 'single' as const, data: named('stripe_test', id) });
const stored = anAlgorithmRecord({ algorithmId: 'routing_1' as RoutingAlgorithmId, profileId, algorithm: single(2) });

function evaluations() {
  const settings = new AccountSettings();
  const find = (merchant: MerchantId, id: RoutingAlgorithmId) =>
    Promise.resolve(merchant === merchantId && id === stored.algorithmId ? stored : undefined);
  for (const account of [anAccount(1), anAccount(2)]) settings.apply(incoming(connectorAccountSettings, account));
  const activate = (id: number, accountVersion: number): void => {
    const choice = aRoutingChoice({ active: anActive('single', single(id).data) }, { accountVersion });
    settings.apply(incoming(routingSettings, routingSettingsWith(choice)));
  };
  const parts = { settings, repository: { find }, capabilitiesOf, settingsWaitMs: 1_000 };
  return { service: new RoutingEvaluations(parts), activate };
}

const delivery = (context: Partial<MessageContext> = {}): KeyedDelivery =>
  ({ incoming: { context }, isExpired: false }) as unknown as KeyedDelivery;

const query: RoutingEvaluate = {
  ...{ merchantId, profileId, paymentId: 'pay_1', money: money(100n, 'USD') },
  ...{ paymentMethod: 'card', paymentMethodType: 'credit', cardNetwork: null },
  ...{ facts: { values: {} }, among: null, byScores: true, withElimination: true },
};
const ruleQuery = (by: RoutingRuleEvaluate['by']): RoutingRuleEvaluate => ({
  ...{ merchantId, by, paymentId: null, facts: { values: {} }, fallback: [] },
});
const byProfile = { kind: 'profile', profileId } as const;
const byAlgorithm = { kind: 'algorithm', algorithmId: stored.algorithmId } as const;

const bodyOf = (reply: Awaited<ReturnType<RoutingEvaluations['evaluate']>>): Record<string, unknown> =>
  reply.kind === 'response' ? (JSON.parse(reply.body.toString()) as Record<string, unknown>) : { reply };

it('the messages are on the topic of queries', () => {
  expect([routingEvaluate, routingRuleEvaluate].map(({ topic, kind }) => [topic, kind])).toEqual([
    ['routing.queries', 'query'],
    ['routing.queries', 'query'],
  ]);
});

it('an evaluation waits for an activation that the gateway knew', async () => {
  const { service, activate } = evaluations();
  const answer = service.evaluate(query, delivery({ accountVersion: 7 }));
  activate(2, 7);
  expect(bodyOf(await answer)).toMatchObject({ decided_gateway: 'stripe_test:mca_2' });
});

it('a rule is that of the profile, or of a stored algorithm', async () => {
  const { service, activate } = evaluations();
  activate(1, 7);
  const output = async (by: RoutingRuleEvaluate['by']) => bodyOf(await service.evaluateRule(ruleQuery(by), delivery()));
  expect(await output(byProfile)).toMatchObject({ evaluated_output: [named('stripe_test', 1)] });
  expect(await output(byAlgorithm)).toMatchObject({ evaluated_output: [named('stripe_test', 2)] });
});

it('a profile without an active algorithm evaluates the fallback', async () => {
  const { service } = evaluations();
  expect(bodyOf(await service.evaluateRule(ruleQuery(byProfile), delivery()))).toMatchObject({ status: 'fallback' });
});

it.each<[string, RoutingRuleEvaluate['by'], Partial<MessageContext>]>([
  ['unknown', { kind: 'algorithm', algorithmId: 'routing_2' as RoutingAlgorithmId }, {}],
  ['of another profile', byAlgorithm, { onlyProfile: 'pro_2' as ProfileId }],
])('an algorithm that is %s is not found', async (_, by, context) => {
  const { service } = evaluations();
  expect(await service.evaluateRule(ruleQuery(by), delivery(context))).toEqual(refuse('routing_algorithm_not_found'));
});
