import type { DynamicRouting, RoutingEvaluate, RoutingFeedback, RoutingRuleEvaluate } from '@payorch/contracts';
import {
  connectorAccountSettings,
  refuse,
  routingEvaluate,
  routingFeedback,
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
import { aDynamic, aSuccessBased } from '../../test/scores';
import { type RoutingEvaluationParts, RoutingEvaluations } from './routing-evaluations';

const single = (id: number) => ({ type: 'single' as const, data: named('stripe_test', id) });
const stored = anAlgorithmRecord({ algorithmId: 'routing_1' as RoutingAlgorithmId, profileId, algorithm: single(2) });

const dynamic = aDynamic({ successBased: aSuccessBased() });

/** `isAway`: Redis does not answer. */
function evaluations({ isAway = false } = {}) {
  const settings = new AccountSettings();
  const find = (merchant: MerchantId, id: RoutingAlgorithmId) =>
    Promise.resolve(merchant === merchantId && id === stored.algorithmId ? stored : undefined);
  const added: string[] = [];
  const known = <Value>(value: Value) => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(value));
  const outcomes: RoutingEvaluationParts['outcomes'] = {
    add: async ({ paymentId }) => {
      await known(undefined);
      added.push(paymentId);
    },
    isKnown: ({ paymentId }) => known(added.includes(paymentId)),
    end: ({ paymentId }, said) => known(added.includes(paymentId) ? { ...said, at: 0 } : undefined),
  };
  for (const account of [anAccount(1), anAccount(2), anAccount(3, { connector: 'adyen_test' })])
    settings.apply(incoming(connectorAccountSettings, account));
  const activate = (id: number, accountVersion: number, scores: DynamicRouting | null = null): void => {
    const active = anActive('single', single(id).data);
    const choice = aRoutingChoice({ active }, { accountVersion, dynamic: scores });
    settings.apply(incoming(routingSettings, routingSettingsWith(choice)));
  };
  const parts = { settings, outcomes, repository: { find }, capabilitiesOf, settingsWaitMs: 100 };
  return { service: new RoutingEvaluations(parts), activate, added };
}

const delivery = (context: Partial<MessageContext> = {}): KeyedDelivery =>
  ({ incoming: { context }, isExpired: false }) as unknown as KeyedDelivery;

const query: RoutingEvaluate = {
  merchantId,
  profileId,
  paymentId: 'pay_1',
  money: money(100n, 'USD'),
  paymentMethod: 'card',
  paymentMethodType: 'credit',
  cardNetwork: null,
  facts: { values: {} },
  among: null,
  byScores: true,
  withElimination: true,
};
const ruleQuery = (by: RoutingRuleEvaluate['by']): RoutingRuleEvaluate => ({
  merchantId,
  by,
  paymentId: null,
  facts: { values: {} },
  fallback: [],
});
const byProfile = { kind: 'profile', profileId } as const;
const byAlgorithm = { kind: 'algorithm', algorithmId: stored.algorithmId } as const;

const bodyOf = (reply: Awaited<ReturnType<RoutingEvaluations['evaluate']>>): Record<string, unknown> =>
  reply.kind === 'response' ? (JSON.parse(reply.body.toString()) as Record<string, unknown>) : { reply };

const feedback = (given: Partial<RoutingFeedback> = {}): RoutingFeedback => ({
  merchantId,
  profileId,
  paymentId: 'pay_1',
  gateway: 'adyen_test',
  status: 'CHARGED',
  result: 'approved',
  ...given,
});

it('evaluations are queries, and the report of an outcome is a command', () => {
  expect([routingEvaluate, routingRuleEvaluate, routingFeedback].map(({ topic, kind }) => [topic, kind])).toEqual([
    ['routing.queries', 'query'],
    ['routing.queries', 'query'],
    ['routing.commands', 'command'],
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

describe('the outcome of an evaluation', () => {
  /** A profile with dynamic routing that has evaluated `pay_1`. */
  async function evaluated(given: Parameters<typeof evaluations>[0] = {}) {
    const { service, activate, added } = evaluations(given);
    activate(1, 7, dynamic);
    const decided = bodyOf(await service.evaluate(query, delivery()));
    const report = (one: Partial<RoutingFeedback> = {}) => service.report(feedback(one), delivery());
    return { decided, report, added, service };
  }
  const notFound = refuse('routing_evaluation_not_found');

  it('counts for the account that the gateway names', async () => {
    const { report } = await evaluated();
    expect(bodyOf(await report())).toEqual({ message: 'The payment counts as approved by adyen_test:mca_3' });
    expect(bodyOf(await report({ gateway: 'mca_2', result: 'declined' }))).toEqual({
      message: 'The payment counts as declined by stripe_test:mca_2',
    });
  });

  it('that neither approves nor declines is accepted', async () => {
    const { report } = await evaluated();
    expect(bodyOf(await report({ status: 'PENDING_VBV', result: null }))).toEqual({
      message: 'PENDING_VBV neither approves nor declines the payment, and does not count',
    });
  });

  it('is refused for a payment that was not evaluated, whatever it says', async () => {
    const { report } = await evaluated();
    expect(await report({ paymentId: 'pay_2' })).toEqual(notFound);
    expect(await report({ paymentId: 'pay_2', result: null })).toEqual(notFound);
  });

  it('is not remembered without dynamic routing', async () => {
    const { service, activate, added } = evaluations();
    activate(1, 7);
    await service.evaluate(query, delivery());
    expect(added).toEqual([]);
    expect(await service.report(feedback(), delivery())).toEqual(notFound);
  });

  it('is refused while Redis is away, and the evaluation is answered', async () => {
    const { decided, report } = await evaluated({ isAway: true });
    expect(decided).toMatchObject({ decided_gateway: 'stripe_test:mca_1' });
    expect(await report()).toEqual(refuse('routing_scores_away'));
    expect(await report({ result: null })).toEqual(refuse('routing_scores_away'));
  });

  it('is refused where the gateway names no account, or several', async () => {
    const { report } = await evaluated();
    expect(await report({ gateway: 'stripe_test:mca_3' })).toMatchObject({
      details: { field: 'gateway', allowed: 'an account of the profile, `connector:merchant_connector_id`' },
    });
    expect(await report({ gateway: 'stripe_test' })).toMatchObject({
      details: { field: 'gateway', allowed: 'one of stripe_test:mca_1, stripe_test:mca_2' },
    });
  });

  it('waits for accounts that the gateway knew, and is refused as outdated without them', async () => {
    const { service } = await evaluated();
    expect(await service.report(feedback(), delivery({ accountVersion: 9 }))).toEqual(refuse('settings_outdated'));
  });
});
