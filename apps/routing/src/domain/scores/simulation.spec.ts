import type { AccountRef, DynamicRouting } from '@payorch/contracts';
import { accountRefOf, aDynamic, anElimination, aResult, aScoredPayment, aSuccessBased } from '../../../test/scores';
import { changesOf, emptyScores, type GroupScores, withChanges } from './count-results';
import { drawOf } from '@payorch/routing-rules';
import { rankByScores } from './rank-by-scores';

const [good, poor] = [accountRefOf('mca_good'), accountRefOf('mca_poor')];
const second = 1_000;
/** The scores of a payment are known a second after its end, as in the running service. */
const knownAfterMs = second;

interface Simulated {
  readonly at: number;
  readonly chosen: AccountRef;
  readonly isApproved: boolean;
  /** Whether the payment would have been approved at each account. */
  readonly approvedAt: ReadonlyMap<AccountRef, boolean>;
}

/** Pays once a second of virtual time through the code that routing runs: it ranks, and counts the results of a second before. */
function simulate(
  seed: number,
  payments: number,
  rateAt: (account: AccountRef, at: number) => number,
  config: DynamicRouting,
): Simulated[] {
  let groups = new Map<string, GroupScores>();
  let known: ReadonlyMap<string, GroupScores> = groups;
  let offset = 0;
  const waiting: { readonly from: number; readonly apply: () => void }[] = [];
  return Array.from({ length: payments }, (_, index) => {
    const at = index * second;
    while (waiting[0] && waiting[0].from <= at) waiting.shift()!.apply();
    known = groups;
    const payment = aScoredPayment({ attemptId: `pay_${seed}_${index}_1` });
    const { order } = rankByScores(payment, [poor, good], config, ({ name }) => known.get(name), at);
    const chosen = order[0] === good.merchantConnectorId ? good : poor;
    // One draw for all accounts: what one account approves, a better one approves too.
    const luck = 100 * drawOf(payment.attemptId, `luck ${seed}`);
    const approvedAt = new Map([good, poor].map((account) => [account, luck < rateAt(account, at)]));
    const isApproved = approvedAt.get(chosen)!;
    const apply = (): void => {
      for (const { group, ...change } of changesOf(aResult({ ...chosen, isApproved, at }), config)) {
        const before = groups.get(group.name) ?? emptyScores;
        groups = new Map(groups).set(group.name, withChanges(before, 0, [{ ...change, offset }]));
      }
      offset += 1;
    };
    waiting.push({ from: at + knownAfterMs, apply });
    return { at, chosen, isApproved, approvedAt };
  });
}

const percentOf = (all: readonly Simulated[], isCounted: (one: Simulated) => boolean): number =>
  (100 * all.filter(isCounted).length) / all.length;

const seeds = Array.from({ length: 8 }, (_, seed) => seed);
const steady = (account: AccountRef): number => (account === good ? 92 : 70);
const collapseAt = 300 * second;
const collapsing = (account: AccountRef, at: number): number =>
  account === good && at >= collapseAt ? 0 : steady(account);
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const configs: readonly (readonly [string, DynamicRouting])[] = [
  ['success rate by the defaults', aDynamic({ successBased: aSuccessBased() })],
  [
    'success rate and elimination by the defaults',
    aDynamic({ successBased: aSuccessBased(), elimination: anElimination() }),
  ],
];

describe.each(configs)('%s', (_name, config) => {
  it('the choice approves within 2 % of an account of 92 % beside one of 70 %, after 500 payments', () => {
    const lost = seeds.map((seed) => {
      const all = simulate(seed, 2_500, steady, config).slice(500);
      return percentOf(all, ({ approvedAt }) => approvedAt.get(good)!) - percentOf(all, ({ isApproved }) => isApproved);
    });
    expect(mean(lost)).toBeLessThan(2);
    expect(Math.max(...lost)).toBeLessThan(4);
  });

  it('the choice leaves an account that collapses at minute five within 50 payments', () => {
    for (const seed of seeds) {
      const after = simulate(seed, 1_000, collapsing, config).filter(({ at }) => at >= collapseAt);
      const leftAfter = after.findIndex(
        (_one, index) => percentOf(after.slice(index, index + 20), ({ chosen }) => chosen === poor) >= 90,
      );
      expect(leftAfter).toBeGreaterThanOrEqual(0);
      expect(leftAfter).toBeLessThan(50);
    }
  });

  it('the choice approves within 2 % of the best account that is left after a collapse', () => {
    const lost = seeds.map((seed) => {
      const all = simulate(seed, 2_500, collapsing, config).slice(500);
      return percentOf(all, ({ approvedAt }) => approvedAt.get(poor)!) - percentOf(all, ({ isApproved }) => isApproved);
    });
    expect(mean(lost)).toBeLessThan(2);
  });

  it('the choice comes back to an account that recovers', () => {
    const recovering = (account: AccountRef, at: number): number =>
      account === good && at >= collapseAt && at < 2 * collapseAt ? 0 : steady(account);
    const shares = seeds.map((seed) => {
      const last = simulate(seed, 5_000, recovering, config).slice(-500);
      return percentOf(last, ({ chosen }) => chosen === good);
    });
    expect(mean(shares)).toBeGreaterThan(80);
  });
});

it('the static choice stays at the collapsed account, which shows that the scores bring the gain', () => {
  const all = simulate(1, 1_000, collapsing, aDynamic({ successBased: aSuccessBased(), split: 0 }));
  expect(percentOf(all, ({ chosen }) => chosen === poor)).toBe(100);
});
