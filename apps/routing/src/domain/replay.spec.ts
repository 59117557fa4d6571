import type { ActiveAlgorithm, DynamicRouting, Json, RouteDecision, RoutingAlgorithmKind } from '@payorch/contracts';
import { routeDecision } from '@payorch/contracts';
import type { AttemptId, MerchantConnectorId } from '@payorch/kernel';
import { replay, takenBy } from '@payorch/routing-rules';
import fc from 'fast-check';
import { aPayment, anAccount, anActive, aRouteContext, aRoutingChoice, named } from '../../test/builders';
import { aDynamic, anElimination, aSuccessBased } from '../../test/scores';
import { chooseRoute } from './decide/choose-route';
import type { AccountScore } from './scores/count-results';
import { rankByScores } from './scores/rank-by-scores';

const connectors = ['stripe_test', 'adyen_test', 'euro_only', 'unknown'] as const;
const health = fc.constantFrom(undefined, undefined, undefined, 'breaker_open' as const, 'no_worker' as const);

/** Accounts 1 to n; some are disabled, some cannot take the payment. */
const accountsOf = fc
  .array(fc.record({ connector: fc.constantFrom(...connectors), disabled: fc.boolean(), health }), { maxLength: 8 })
  .map((list) =>
    list.map(({ connector, disabled, health: state }, at) => ({
      account: anAccount(at + 1, { connector, disabled: disabled && at % 2 === 0 }),
      state,
    })),
  );

const choice = fc
  .record({ connector: fc.constantFrom(...connectors), id: fc.option(fc.integer({ min: 1, max: 10 })) })
  .map(({ connector, id }) => named(connector, id));
const choices = fc.array(choice, { minLength: 1, maxLength: 5 });
const splitOf = (list: readonly Json[]): Json =>
  list.map((connector, at) => ({ connector, split: at === 0 ? 100 - 10 * (list.length - 1) : 10 }));
const output = fc.oneof(
  choices.map((data) => ({ type: 'priority', data })),
  choices.map((list) => ({ type: 'volume_split', data: splitOf(list) })),
  fc
    .array(choices, { minLength: 1, maxLength: 3 })
    .map((lists) => ({ type: 'volume_split_priority', data: splitOf(lists) })),
);
const program = fc
  .record({ first: output, second: output, otherwise: output })
  .map(({ first, second, otherwise }): Json => {
    const rule = (name: string, connectorSelection: Json, currency: string): Json => ({
      name,
      connectorSelection,
      statements: [
        {
          condition: [
            { lhs: 'currency', comparison: 'equal', value: { type: 'enum_variant', value: currency }, metadata: {} },
          ],
          nested: null,
        },
      ],
    });
    return {
      defaultSelection: otherwise,
      rules: [rule('dollars', first, 'USD'), rule('euros', second, 'EUR')],
      metadata: {},
    };
  });
const algorithm = fc.oneof(
  choice.map((data): [RoutingAlgorithmKind, Json] => ['single', data]),
  choices.map((data): [RoutingAlgorithmKind, Json] => ['priority', data]),
  choices.map((list): [RoutingAlgorithmKind, Json] => ['volume_split', splitOf(list)]),
  program.map((data): [RoutingAlgorithmKind, Json] => ['advanced', data]),
);

const score = fc.record({ approved: fc.nat({ max: 40 }), failed: fc.nat({ max: 40 }), level: fc.nat({ max: 6 }) });
const scoreOf = ({ approved, failed, level }: { approved: number; failed: number; level: number }): AccountScore => ({
  window: { full: [{ approved, total: approved + failed }], open: null },
  bucket: { level, since: 1_000 },
});
const dynamicOf = fc
  .record({
    split: fc.nat({ max: 100 }),
    exploration: fc.nat({ max: 100 }),
    shuffleOnTie: fc.boolean(),
    eliminates: fc.boolean(),
  })
  .map(({ split, exploration, shuffleOnTie, eliminates }): DynamicRouting =>
    aDynamic({
      split,
      successBased: aSuccessBased({ minAggregatesSize: 1, explorationPercent: exploration, shuffleOnTie }),
      elimination: eliminates ? anElimination({ bucketSize: 4 }) : null,
    }),
  );

const situation = fc.record({
  accounts: accountsOf,
  active: fc.option(algorithm),
  inline: fc.option(program),
  dynamic: fc.option(dynamicOf),
  scores: fc.option(fc.array(score, { minLength: 8, maxLength: 8 })),
  defaultOrder: fc.boolean(),
  currency: fc.constantFrom('USD', 'EUR', 'JPY'),
  attempt: fc.integer({ min: 1, max: 1_000_000 }),
});
type Situation = typeof situation extends fc.Arbitrary<infer Value> ? Value : never;

/** The decision as it is stored, with what a replay reads beside it. */
function decided({ accounts, active, inline, dynamic, scores, defaultOrder, currency, attempt }: Situation) {
  const all = accounts.map(({ account }) => account);
  const inForce = active && anActive(...active);
  const attemptId = `pay_${attempt}_1` as AttemptId;
  const order = defaultOrder
    ? all.toReversed().map(({ merchantConnectorId, connector }) => ({ merchantConnectorId, connector }))
    : null;
  const known =
    scores &&
    (() => ({ counted: {}, accounts: Object.fromEntries(scores.map((one, at) => [`mca_${at + 1}`, scoreOf(one)])) }));
  const own = inline ? ({ kind: 'algorithm', algorithm: 'advanced', data: inline } as const) : null;
  const payment = aPayment({ attemptId, facts: { values: { currency } }, straightThrough: own });
  const route = chooseRoute(
    payment,
    aRouteContext(all, {
      inForce: aRoutingChoice({ active: inForce, defaultOrder: order }, { dynamic }),
      healthOf: ({ merchantConnectorId }) =>
        accounts.find(({ account }) => account.merchantConnectorId === merchantConnectorId)?.state,
      orderByScores: ({ dynamic: config, payment: routed, eligible }) =>
        rankByScores({ ...routed, values: {} }, eligible, config, known ?? undefined, 2_000),
    }),
  );
  const stored = routeDecision.parse(JSON.parse(JSON.stringify(route.decision)));
  const from = { attemptId, algorithm: own ? { type: own.algorithm, data: own.data } : algorithmOf(inForce) };
  return { route, stored, from };
}

const algorithmOf = (active: ActiveAlgorithm | null) => active && { type: active.kind, data: active.data };

it('every decision replays to itself, byte by byte, and takes the same account', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(situation, (given) => {
      const { route, stored, from } = decided(given);
      const again = replay(stored, from);
      expect(JSON.stringify(again)).toBe(JSON.stringify(stored));
      const taken = takenBy(again);
      const chosen = route.kind === 'routed' ? route.chosen : null;
      expect(taken?.merchantConnectorId).toBe(chosen?.merchantConnectorId);
      seen
        .add(stored.source)
        .add(stored.dynamic?.approach ?? 'off')
        .add(`fell back ${stored.fellBack}`);
    }),
    { numRuns: 3_000, seed: 26 },
  );
  // Otherwise the property would say nothing about them.
  for (const kind of [
    'active',
    'inline',
    'default',
    'dynamic',
    'success_rate',
    'explored',
    'static',
    'unavailable',
    'fell back true',
  ])
    expect(seen).toContain(kind);
});

describe('a decision that was changed does not replay to itself', () => {
  const decisions = fc.sample(situation, { numRuns: 1_500, seed: 26 }).map(decided);

  it.each<[string, (decision: RouteDecision) => RouteDecision | null]>([
    ['the rule', (one) => (one.rule ? { ...one, rule: { ...one.rule, index: one.rule.index + 1 } } : null)],
    ['the draw', (one) => (one.draw === null ? null : { ...one, draw: (one.draw + 1) % 100 })],
    ['the order of scores', (one) => (one.source === 'dynamic' && eligibleIn(one).length > 1 ? reversed(one) : null)],
  ])('%s', (_, change) => {
    const changed = decisions.flatMap(({ stored, from }) => {
      const other = change(stored);
      return other ? [{ other, from }] : [];
    });
    expect(changed.length).toBeGreaterThan(20);
    const alike = changed.filter(({ other, from }) => JSON.stringify(replay(other, from)) === JSON.stringify(other));
    expect(alike).toEqual([]);
  });
});

const eligibleIn = ({ candidates }: RouteDecision) => candidates.filter(({ filter }) => filter === null);

/** The same accounts, the eligible ones in the opposite order. */
function reversed(decision: RouteDecision): RouteDecision {
  const backwards = eligibleIn(decision).toReversed();
  return {
    ...decision,
    candidates: decision.candidates.map((one) => (one.filter === null ? backwards.shift()! : one)),
  };
}

it('a decision about more accounts than it lists replays among those', () => {
  const accounts = Array.from({ length: 60 }, (_, at) => anAccount(at + 1, { disabled: at < 55 }));
  const { decision } = chooseRoute(aPayment(), aRouteContext(accounts));
  expect(decision.more).toBe(10);
  const again = replay(decision, { attemptId: 'pay_1_1', algorithm: null });
  expect(again).toEqual(decision);
  expect(takenBy(again)?.merchantConnectorId).toBe('mca_56' as MerchantConnectorId);
});
