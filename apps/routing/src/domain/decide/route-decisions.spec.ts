import type { Json, RouteDecision, RoutingAlgorithmKind, StraightThrough } from '@payorch/contracts';
import { maxCandidates, routeDecision } from '@payorch/contracts';
import type { AttemptId } from '@payorch/kernel';
import fc from 'fast-check';
import {
  aPayment,
  anAccount,
  anActive,
  aRouteContext,
  aRoutingChoice,
  named,
  requestsAccounts,
  requestsConnectors,
} from '../../../test/builders';
import type { RoutedPayment } from '../routed-payment';
import type { RouteContext } from './choose-route';
import { chooseRoute } from './choose-route';

const accounts = [anAccount(1), anAccount(2, { connector: 'adyen_test' }), anAccount(3)];
const idsOf = (route: ReturnType<typeof chooseRoute>): readonly string[] =>
  route.kind === 'routed' ? [route.chosen, ...route.fallbacks].map((ref) => ref.merchantConnectorId) : [route.reason];
const verdicts = ({ candidates }: RouteDecision) =>
  candidates.map(({ merchantConnectorId, filter }) => [merchantConnectorId, filter]);
const active = (kind: RoutingAlgorithmKind, data: Json): Partial<RouteContext> => ({
  inForce: aRoutingChoice({ active: anActive(kind, data) }),
});
const route = (payment: Partial<RoutedPayment> = {}, context: Partial<RouteContext> = {}, among = accounts) =>
  chooseRoute(aPayment(payment), aRouteContext(among, context));

const inline = (algorithm: 'volume_split' | 'advanced', data: Json): StraightThrough => ({
  kind: 'algorithm',
  algorithm,
  data,
});
const split = (...shares: readonly (readonly [connector: string, id: number, share: number])[]): Json =>
  shares.map(([connector, id, share]) => ({ connector: named(connector, id), split: share }));

/** Euros go to account 3, others to account 2. */
const byCurrency: Json = {
  defaultSelection: { type: 'priority', data: [named('adyen_test', 2)] },
  rules: [
    {
      name: 'euros',
      connectorSelection: { type: 'priority', data: [named('stripe_test', 3)] },
      statements: [
        {
          condition: [
            { lhs: 'currency', comparison: 'equal', metadata: {}, value: { type: 'enum_variant', value: 'EUR' } },
          ],
          nested: null,
        },
      ],
    },
  ],
  metadata: {},
};
const euros = { facts: { values: { currency: 'EUR' } } };

describe('the order of precedence', () => {
  const single = active('single', named('stripe_test', 3));
  const credentials = { merchantConnectorId: 'mca_1.crd_1', connector: 'stripe_test' } as RoutedPayment['credentials'];
  const requested = requestsAccounts('single', ['adyen_test', 2]);
  const stored = anAccount(4, { connector: 'stores_cards' });

  it.each<[RouteDecision['source'], Partial<RoutedPayment>, Partial<RouteContext>, string]>([
    ['credentials', { credentials, straightThrough: requested }, single, 'mca_1.crd_1'],
    ['straight_through', { straightThrough: requested }, single, 'mca_2'],
    ['straight_through', { straightThrough: requestsConnectors('adyen_test') }, single, 'mca_2'],
    [
      'recurring',
      { mandate: 'charge', straightThrough: requestsAccounts('single', ['stores_cards', 4]) },
      single,
      'mca_4',
    ],
    ['inline', { straightThrough: inline('volume_split', split(['adyen_test', 2, 100])) }, single, 'mca_2'],
    ['inline', { straightThrough: inline('advanced', byCurrency) }, single, 'mca_2'],
    ['active', {}, single, 'mca_3'],
    ['default', {}, { inForce: aRoutingChoice() }, 'mca_1'],
    ['default', {}, {}, 'mca_1'],
  ])('%s: %j', (source, payment, context, chosen) => {
    const routed = route(payment, context, [...accounts, stored]);
    expect(idsOf(routed)[0]).toBe(chosen);
    expect(routed.decision).toMatchObject({
      source,
      fellBack: false,
      accountVersion: 9,
      algorithmId: source === 'active' ? 'routing_single' : null,
      routingVersion: context.inForce ? 7 : null,
    });
  });
});

describe('an active algorithm', () => {
  it.each<[RoutingAlgorithmKind, Json, Partial<RoutedPayment>, string[]]>([
    ['single', named('stripe_test', 3), {}, ['mca_3']],
    ['single', 'stripe_test', {}, ['mca_1', 'mca_3']],
    ['priority', [named('stripe_test', 3), named('adyen_test', 2)], {}, ['mca_3', 'mca_2']],
    ['advanced', byCurrency, {}, ['mca_2']],
    ['advanced', byCurrency, euros, ['mca_3']],
  ])('%s %j', (kind, data, payment, expected) => expect(idsOf(route(payment, active(kind, data)))).toEqual(expected));

  it('names the rule that fired and what it compared', () =>
    expect(route(euros, active('advanced', byCurrency)).decision).toMatchObject({
      rule: { index: 0, name: 'euros' },
      draw: null,
      facts: { values: { currency: 'EUR' } },
    }));

  it('draws an account for each attempt, the same for the same one, and the others follow', () => {
    const halves = active('volume_split', split(['stripe_test', 1, 50], ['adyen_test', 2, 50]));
    const of = (attempt: number) => route({ attemptId: `pay_${attempt}_1` as AttemptId }, halves);
    const all = Array.from({ length: 200 }, (_, attempt) => of(attempt));
    for (const [attempt, one] of all.entries()) {
      const isFirst = one.decision.draw! < 50;
      expect(idsOf(one)).toEqual(isFirst ? ['mca_1', 'mca_2'] : ['mca_2', 'mca_1']);
      expect(of(attempt)).toEqual(one);
    }
    expect(new Set(all.map((one) => idsOf(one)[0]))).toEqual(new Set(['mca_1', 'mca_2']));
  });

  it('passes over accounts that are not eligible', () => {
    const priority = active('priority', [named('stripe_test', 9), named('stripe_test', 1), named('adyen_test', 2)]);
    const routed = route({}, priority, [anAccount(1, { disabled: true }), anAccount(2, { connector: 'adyen_test' })]);
    expect(idsOf(routed)).toEqual(['mca_2']);
    expect(verdicts(routed.decision)).toEqual([
      ['mca_9', 'deleted'],
      ['mca_1', 'disabled'],
      ['mca_2', null],
    ]);
  });

  it('gives way to the default order, not to the accounts of another rule, when none of its accounts is eligible', () => {
    const euroOff = [anAccount(1), anAccount(2, { connector: 'adyen_test' }), anAccount(3, { disabled: true })];
    const routed = route(euros, active('advanced', byCurrency), euroOff);
    expect(idsOf(routed)).toEqual(['mca_1', 'mca_2']);
    expect(routed.decision).toMatchObject({ source: 'active', fellBack: true, rule: { name: 'euros' } });
    expect(verdicts(routed.decision)).toEqual([
      ['mca_3', 'disabled'],
      ['mca_1', null],
      ['mca_2', null],
    ]);
  });

  it('that cannot be read gives way to the default order', () => {
    const routed = route({}, active('priority', [{ not: 'a choice' }]));
    expect(idsOf(routed)).toEqual(['mca_1', 'mca_2', 'mca_3']);
    expect(routed.decision).toMatchObject({ source: 'active', algorithmId: 'routing_priority', fellBack: true });
  });

  it('is no reason of a refusal', () => {
    const off = [anAccount(1, { disabled: true })];
    expect(route({}, active('single', named('stripe_test', 1)), off)).toMatchObject({ reason: 'no_account' });
  });
});

describe('an algorithm of the request', () => {
  it('that cannot be read gives way to the default order', () =>
    expect(route({ straightThrough: inline('advanced', []) })).toMatchObject({
      chosen: { merchantConnectorId: 'mca_1' },
      decision: { source: 'inline', fellBack: true },
    }));

  it('names accounts that are gone without a refusal', () => {
    const straightThrough = inline('volume_split', split(['adyen_test', 9, 100]));
    expect(verdicts(route({ straightThrough }).decision)[0]).toEqual(['mca_9', 'deleted']);
  });
});

describe('a request that names accounts', () => {
  it('is refused where the profile does not have one of them, and says whose it is', () => {
    const straightThrough = requestsAccounts('priority', ['stripe_test', 1], ['adyen_test', 8]);
    expect(route({ straightThrough }, { isElsewhere: (id) => id === 'mca_8' })).toMatchObject({
      kind: 'none',
      reason: 'unknown_account',
      connector: 'adyen_test',
      decision: {
        source: 'straight_through',
        candidates: [{ merchantConnectorId: 'mca_8', connector: 'adyen_test', filter: 'other_profile' }],
      },
    });
  });

  it('falls back from an account that is not eligible, and says so', () => {
    const among = [anAccount(1, { disabled: true }), anAccount(2)];
    const routed = route({ straightThrough: requestsAccounts('single', ['stripe_test', 1]) }, {}, among);
    expect(routed.decision).toMatchObject({ source: 'straight_through', fellBack: true });
    expect(verdicts(routed.decision)).toEqual([
      ['mca_1', 'disabled'],
      ['mca_2', null],
    ]);
  });
});

describe('the default order of a profile', () => {
  const ordered = (...ids: number[]): Partial<RouteContext> => ({
    inForce: aRoutingChoice({
      defaultOrder: ids.map((id) => ({ ...anAccount(id), connector: 'stripe_test' })),
    }),
  });

  it.each<[string, number[], string[]]>([
    ['is the order of the merchant', [3, 2, 1], ['mca_3', 'mca_2', 'mca_1']],
    ['ends with the accounts that it does not name, in order of creation', [3], ['mca_3', 'mca_1', 'mca_2']],
    ['passes over accounts that are gone', [9, 2], ['mca_2', 'mca_1', 'mca_3']],
  ])('%s', (_, order, expected) => expect(idsOf(route({}, ordered(...order)))).toEqual(expected));

  it('passes over a disabled account at its head', () => {
    const routed = route({}, ordered(2, 1), [anAccount(1), anAccount(2, { disabled: true })]);
    expect(idsOf(routed)).toEqual(['mca_1']);
    expect(verdicts(routed.decision)).toEqual([
      ['mca_2', 'disabled'],
      ['mca_1', null],
    ]);
  });
});

describe('the explanation', () => {
  it('shows the first accounts, always with the chosen one, and counts the others', () => {
    const many = Array.from({ length: 80 }, (_, id) => anAccount(id, { disabled: id !== 70 }));
    const { decision } = route({}, {}, many);
    expect(decision.candidates).toHaveLength(maxCandidates);
    expect(decision.candidates.at(-1)).toMatchObject({ merchantConnectorId: 'mca_70', filter: null });
    expect(decision.more).toBe(80 - maxCandidates);
  });

  const account = fc
    .record({
      id: fc.nat(20),
      connector: fc.constantFrom('stripe_test', 'adyen_test', 'euro_only', 'gone'),
      disabled: fc.boolean(),
    })
    .map(({ id, ...given }) => anAccount(id, given));
  const all = fc.uniqueArray(account, { selector: (one) => one.merchantConnectorId, maxLength: 12 });
  const choice = fc
    .tuple(fc.constantFrom('stripe_test', 'adyen_test'), fc.option(fc.nat(20)))
    .map(([connector, id]) => named(connector, id));
  const order = fc.array(
    fc.nat(20).map((id) => ({ merchantConnectorId: anAccount(id).merchantConnectorId, connector: 'x' })),
  );
  const context = fc.record({ choices: fc.array(choice, { minLength: 1, maxLength: 6 }), order });
  const away = fc.func(fc.constantFrom(undefined, undefined, 'no_worker' as const, 'breaker_open' as const));

  it('names what was taken: its eligible candidates are the route, healthy ones first, and each account once', () => {
    fc.assert(
      fc.property(all, context, away, (among, { choices, order: defaultOrder }, healthOf) => {
        const given = { inForce: aRoutingChoice({ active: anActive('priority', choices), defaultOrder }), healthOf };
        const routed = route({}, given, among);
        const { decision } = routed;
        expect(route({}, given, among)).toEqual(routed);
        expect(routeDecision.safeParse(decision).success).toBe(true);
        const ids = decision.candidates.map(({ merchantConnectorId }): string => merchantConnectorId);
        expect(new Set(ids).size).toBe(ids.length);
        const eligible = decision.candidates.filter(({ filter }) => filter === null);
        if (routed.kind === 'routed') expect(idsOf(routed)).toEqual(eligible.map((one) => one.merchantConnectorId));
        else expect(eligible).toEqual([]);
        const healthy = eligible.findLastIndex(({ health }) => health === undefined);
        expect(eligible.slice(0, healthy + 1).every(({ health }) => health === undefined)).toBe(true);
        // Without a named account that is eligible, every account of the profile was looked at.
        if (decision.fellBack) expect(ids).toEqual(expect.arrayContaining(among.map((one) => one.merchantConnectorId)));
      }),
      { numRuns: 500 },
    );
  });
});
