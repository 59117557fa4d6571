import fc from 'fast-check';
import {
  aContract,
  accountRefOf,
  aDynamic,
  anElimination,
  aResult,
  aScoredPayment,
  aSuccessBased,
} from '../../../test/scores';
import { type ContractProgress, needOf, withApproved } from './contract-progress';
import { type AttemptResult, changesOf, emptyScores, type GroupScores, withChanges } from './count-results';
import { drawOf, normalDrawOf } from '@payorch/routing-rules';
import { emptyBucket, isFull, withOutcome } from './failure-bucket';
import { rankByScores } from './rank-by-scores';
import { emptyWindow, rateOf, type RateWindow, resultsOf, withResult } from './rate-window';
import { eliminationGroup, successGroup } from './score-groups';

const secondMs = 1_000;
const minuteMs = 60_000;
const [one, two, three] = [accountRefOf('mca_1'), accountRefOf('mca_2', 'adyen_test'), accountRefOf('mca_3')];

type Counted = ReadonlyMap<string, GroupScores>;

/** The scores after results that arrived on partition 0, the first one at offset 0. */
function countedOf(results: readonly AttemptResult[], config = aDynamic({ successBased: aSuccessBased() })): Counted {
  const groups = new Map<string, GroupScores>();
  results.forEach((result, offset) => {
    for (const { group, ...change } of changesOf(result, config)) {
      const name = `${group.scope} ${group.name}`;
      groups.set(name, withChanges(groups.get(name) ?? emptyScores, 0, [{ ...change, offset }]));
    }
  });
  return groups;
}

const known =
  (counted: Counted) =>
  ({ scope, name }: { scope: string; name: string }) =>
    counted.get(`${scope} ${name}`);
const times = <Value>(count: number, of: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, at) => of(at));
const attempts = times(2_000, (n) => `pay_${n}_1`);
const shareOf = (isCounted: (attemptId: string) => boolean): number =>
  attempts.filter(isCounted).length / attempts.length;

describe('a draw', () => {
  it('is the same for the same attempt, and spread evenly over attempts', () => {
    expect(drawOf('pay_1_1', 'split')).toBe(drawOf('pay_1_1', 'split'));
    for (const limit of [0.1, 0.5, 0.9])
      expect(Math.abs(shareOf((id) => drawOf(id, 'split') < limit) - limit)).toBeLessThan(0.03);
  });

  it('about one thing says nothing about another', () => {
    const both = shareOf((id) => drawOf(id, 'split') < 0.5 && drawOf(id, 'explore') < 0.5);
    expect(Math.abs(both - 0.25)).toBeLessThan(0.03);
  });

  it('of a normal number has the mean 0 and the variance 1', () => {
    const drawn = attempts.map((id) => normalDrawOf(id, 'rate'));
    const mean = drawn.reduce((sum, value) => sum + value, 0) / drawn.length;
    const variance = drawn.reduce((sum, value) => sum + value ** 2, 0) / drawn.length - mean ** 2;
    expect(Math.abs(mean)).toBeLessThan(0.08);
    expect(Math.abs(variance - 1)).toBeLessThan(0.1);
  });
});

describe('a window of results', () => {
  const sizes = aSuccessBased();
  const windowOf = (results: readonly boolean[], config = sizes): RateWindow =>
    results.reduce(
      (window, isApproved, at) => withResult(window, { isApproved, at: at * secondMs }, config),
      emptyWindow,
    );

  it.each([
    ['no result', [], 100],
    ['fewer full blocks than the minimum', times(24, () => false), 100],
    ['the minimum of full blocks', times(25, () => false), 0],
    ['half of them approved', times(26, (n) => n % 2 === 0), 50],
  ])('has with %s the rate of the config or of the results', (_, results, expected) =>
    expect(rateOf(windowOf(results), sizes)).toBe(expected),
  );

  it('never has more than its blocks, and their results are the newest ones', () =>
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 120 }), (results) => {
        const { total, approved } = resultsOf(windowOf(results));
        expect(total).toBe(Math.min(results.length, 40 + (results.length % 5)));
        expect(approved).toBe(results.slice(results.length - total).filter(Boolean).length);
      }),
    ));

  it('closes a block after its duration, however few results it has', () => {
    const timed = aSuccessBased({ blockThreshold: { durationInMins: 1, maxTotalCount: 100 } });
    const first = withResult(emptyWindow, { isApproved: true, at: 0 }, timed);
    const second = withResult(first, { isApproved: false, at: minuteMs }, timed);
    expect(second).toEqual({ full: [{ approved: 1, total: 1 }], open: { approved: 0, total: 1, since: minuteMs } });
  });
});

describe('a bucket of failures', () => {
  const sizes = anElimination();
  const fails = (count: number, at: number) =>
    times(count, () => 0).reduce((bucket) => withOutcome(bucket, { isFailure: true, at }, sizes), emptyBucket);

  it('is full with its size of failures, and leaks one with each interval', () => {
    expect([isFull(fails(4, 0), 0, sizes), isFull(fails(5, 0), 0, sizes)]).toEqual([false, true]);
    expect([isFull(fails(5, 0), 59_999, sizes), isFull(fails(5, 0), 60_000, sizes)]).toEqual([true, false]);
  });

  it('overflows: after many failures it is free as soon as after a few', () => {
    expect(isFull(fails(500, 0), 60_000, sizes)).toBe(false);
  });

  it('is not filled by an account that approves most payments, at any rate of payments', () => {
    const busy = times(1_000, (n) => n % 3 === 0).reduce(
      (bucket, isFailure, n) => withOutcome(bucket, { isFailure, at: n }, sizes),
      emptyBucket,
    );
    expect(isFull(busy, 1_000, sizes)).toBe(false);
  });

  it('counts no decline that the operators put down to the customer', () => {
    const config = aDynamic({ elimination: anElimination() });
    const declined = { isApproved: false, errorCategory: 'issue_with_payment_method' };
    expect(changesOf(aResult(declined), config)).toEqual([]);
    expect(changesOf(aResult({ ...declined, errorCategory: 'processor_downtime' }), config)).toHaveLength(1);
    expect(changesOf(aResult({ ...declined, errorCategory: null }), config)).toHaveLength(1);
  });
});

describe('a contract', () => {
  const target = { label: 'adyen', targetCount: 10, targetTime: 86_400, merchantConnectorId: two.merchantConnectorId };
  const config = aContract([target]);
  const after = (count: number, at = 0): ContractProgress | undefined =>
    times(count, () => 0).reduce<ContractProgress | undefined>(
      (progress) => withApproved(progress, at, target),
      undefined,
    );
  const need = (count: number, now = 0): number => needOf(after(count), now, target, config);

  it('needs payments until it is met or over, the more the more are missing and the nearer its end is', () => {
    expect(need(10)).toBe(0);
    expect(need(0, 86_400_000)).toBe(0);
    expect(need(0)).toBeGreaterThan(need(5));
    expect(need(5, 80_000_000)).toBeGreaterThan(need(5, 0));
    expect(need(0)).toBeCloseTo(0.7 + 0.35 / 2);
  });

  it('with another time begins at 0', () => {
    const next = { ...target, targetTime: 172_800 };
    expect(needOf(after(10), 0, next, config)).toBeGreaterThan(0);
    expect(withApproved(after(10), 0, next).approved).toBe(1);
  });

  it('counts no payment after its end', () => expect(after(3, 86_400_000)?.approved).toBe(0));
});

describe('the results of a partition', () => {
  const config = aDynamic({ successBased: aSuccessBased() });
  const [change] = changesOf(aResult(), config);
  const upTo = (last: number) => times(last, (offset) => ({ ...change!, offset }));

  it('are counted once, however often they are delivered', () =>
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 20 })), (deliveries) => {
        const scores = deliveries.reduce((known, last) => withChanges(known, 0, upTo(last)), emptyScores);
        const { window = emptyWindow } = scores.accounts['mca_1'] ?? {};
        expect(resultsOf(window).total).toBe(Math.max(0, ...deliveries));
      }),
    ));

  it('are counted beside those of other partitions', () => {
    const scores = withChanges(withChanges(emptyScores, 0, upTo(3)), 1, upTo(4));
    expect(resultsOf(scores.accounts['mca_1']!.window!).total).toBe(7);
    expect(scores.counted).toEqual({ '0': 3, '1': 4 });
  });
});

describe('scores', () => {
  const owner = aScoredPayment();

  it('are kept apart by the values of the parameters, in any order of them', () => {
    const by = (params: ('Currency' | 'PaymentMethod')[], Currency?: string) =>
      successGroup(owner, aSuccessBased({ params }), { PaymentMethod: 'card', ...(Currency && { Currency }) }).name;
    expect(by(['Currency', 'PaymentMethod'], 'EUR')).toBe(by(['PaymentMethod', 'Currency'], 'EUR'));
    expect(by(['Currency'], 'EUR')).not.toBe(by(['Currency'], 'USD'));
    expect(by(['Currency'])).not.toBe(by(['Currency'], 'USD'));
  });

  it('of other kinds and of other merchants are never the same', () => {
    const success = successGroup(owner, aSuccessBased(), owner.values);
    expect(eliminationGroup(owner, anElimination(), owner.values).name).not.toBe(success.name);
    expect(successGroup({ ...owner, merchantId: 'other' as never }, aSuccessBased(), owner.values).scope).not.toBe(
      success.scope,
    );
  });

  it('that merchants share are those of processors with equal sizes of blocks', () => {
    const config = aDynamic({ successBased: aSuccessBased({ specificityLevel: 'global' }) });
    const [change] = changesOf(aResult({ connector: 'adyen_test' }), config);
    expect([change!.group.scope, change!.label]).toEqual(['global', 'adyen_test']);
  });
});

describe('the order by scores', () => {
  const failing = (id: string, count = 30): AttemptResult[] =>
    times(count, (n) => aResult({ ...accountRefOf(id), isApproved: false, at: n * secondMs }));
  const neverExplores = aSuccessBased({ explorationPercent: 0 });
  const bySuccess = aDynamic({ successBased: neverExplores });
  const rank = (config = bySuccess, counted: Counted | undefined = new Map(), attemptId = 'pay_1_1', now = minuteMs) =>
    rankByScores(aScoredPayment({ attemptId }), [one, two, three], config, counted && known(counted), now);

  it('puts the account with the best rate first, and leaves equal ones in their static order', () => {
    expect(rank().order).toEqual(['mca_1', 'mca_2', 'mca_3']);
    const { order, decision, scores } = rank(bySuccess, countedOf(failing('mca_1'), bySuccess));
    expect(order).toEqual(['mca_2', 'mca_3', 'mca_1']);
    expect(decision).toMatchObject({ approach: 'success_rate', successBasedId: 'routing_success', eliminated: [] });
    expect([...scores]).toEqual([
      ['mca_1', 0],
      ['mca_2', 100],
      ['mca_3', 100],
    ]);
  });

  it('shuffles equal accounts by the attempt where the merchant says so', () => {
    const config = aDynamic({ successBased: aSuccessBased({ explorationPercent: 0, shuffleOnTie: true }) });
    for (const { merchantConnectorId } of [one, two, three]) {
      const share = shareOf((id) => rank(config, new Map(), id).order[0] === merchantConnectorId);
      expect(Math.abs(share - 1 / 3)).toBeLessThan(0.05);
    }
  });

  it('routes the share of the split and no other payment', () => {
    const config = aDynamic({ ...bySuccess, split: 30 });
    const counted = countedOf(failing('mca_1'), bySuccess);
    const isDynamic = (id: string): boolean => rank(config, counted, id).decision.approach === 'success_rate';
    expect(Math.abs(shareOf(isDynamic) - 0.3)).toBeLessThan(0.03);
    const outside = attempts.find((id) => !isDynamic(id))!;
    expect(rank(config, counted, outside)).toMatchObject({
      order: ['mca_1', 'mca_2', 'mca_3'],
      decision: { approach: 'static' },
    });
  });

  it('keeps the static order without scores, and where they are only measured', () => {
    expect(rankByScores(aScoredPayment(), [two, one], bySuccess, undefined, 0)).toMatchObject({
      order: ['mca_2', 'mca_1'],
      decision: { approach: 'unavailable' },
    });
    const measured = aDynamic({ successBased: aSuccessBased({ feature: 'metrics' }) });
    const { order, decision, scores } = rank(measured, countedOf(failing('mca_1'), measured));
    expect([order[0], decision.approach, scores.get(one.merchantConnectorId)]).toEqual(['mca_1', 'metrics', 0]);
  });

  it('puts accounts with a full bucket last, also the best ones, and names them', () => {
    const config = aDynamic({ elimination: anElimination() });
    const counted = countedOf(failing('mca_1', 5), config);
    expect(rank(config, counted, 'pay_1_1', 10 * secondMs)).toMatchObject({
      order: ['mca_2', 'mca_3', 'mca_1'],
      decision: { approach: 'elimination', eliminated: ['mca_1'] },
    });
  });

  it('eliminates none where every bucket is full', () => {
    const config = aDynamic({ elimination: anElimination() });
    const counted = countedOf([...failing('mca_1', 5), ...failing('mca_2', 5), ...failing('mca_3', 5)], config);
    expect(rank(config, counted, 'pay_1_1', 10 * secondMs)).toMatchObject({
      order: ['mca_1', 'mca_2', 'mca_3'],
      decision: { eliminated: [] },
    });
  });

  it('puts the account whose contract needs payments before all others, and no longer once it is met', () => {
    const target = {
      label: 'mca_3',
      targetCount: 3,
      targetTime: 86_400,
      merchantConnectorId: three.merchantConnectorId,
    };
    const config = aDynamic({ successBased: neverExplores, contract: aContract([target]) });
    expect(rank(config)).toMatchObject({ order: ['mca_3', 'mca_1', 'mca_2'], decision: { approach: 'contract' } });
    const met = countedOf(
      times(3, () => aResult(three)),
      config,
    );
    expect(rank(config, met)).toMatchObject({
      order: ['mca_1', 'mca_2', 'mca_3'],
      decision: { approach: 'success_rate' },
    });
  });

  it('explores no more than its share of attempts, and says so only where another account is tried', () => {
    const config = aDynamic({ successBased: aSuccessBased() });
    const counted = countedOf(
      [...failing('mca_1', 40), ...failing('mca_3', 40), ...times(40, () => aResult(two))],
      config,
    );
    const heads = attempts.map((id) => rank(config, counted, id));
    for (const { order, decision } of heads) expect(decision.approach === 'explored').toBe(order[0] !== 'mca_2');
    const explored = heads.filter(({ decision }) => decision.approach === 'explored').length / heads.length;
    expect(explored).toBeGreaterThan(0.01);
    expect(explored).toBeLessThan(0.04);
  });

  it('has every eligible account once, and is equal for the same attempt', () =>
    fc.assert(
      fc.property(
        fc.array(fc.record({ account: fc.constantFrom(one, two, three), isApproved: fc.boolean() }), { maxLength: 60 }),
        fc.string(),
        (results, attemptId) => {
          const config = aDynamic({ successBased: aSuccessBased(), elimination: anElimination({ bucketSize: 1 }) });
          const counted = countedOf(
            results.map(({ account, isApproved }) => aResult({ ...account, isApproved })),
            config,
          );
          const ranked = rank(config, counted, attemptId);
          expect([...ranked.order].sort()).toEqual(['mca_1', 'mca_2', 'mca_3']);
          expect(rank(config, counted, attemptId)).toEqual(ranked);
        },
      ),
    ));
});
