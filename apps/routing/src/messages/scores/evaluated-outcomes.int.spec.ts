import type { RoutingFacts } from '@payorch/contracts';
import { freshRedis, type FreshRedis } from '@payorch/harness';
import type { MerchantId, ProfileId } from '@payorch/kernel';
import { Secret, systemClock } from '@payorch/kernel';
import { openRedis, type RedisClient } from '@payorch/platform/sealing';
import { silentLogger } from '@payorch/platform/telemetry';
import { accountRefOf, aContract, aDynamic, anElimination, aSuccessBased } from '../../../test/scores';
import { emptyWindow, resultsOf } from '../../domain/scores/rate-window';
import { contractGroup, eliminationGroup, successGroup } from '../../domain/scores/score-groups';
import { EvaluationStore } from '../../persistence/evaluation-store';
import { ScoreStore } from '../../persistence/score-store';
import { EvaluatedOutcomes } from './evaluated-outcomes';

const merchantId = 'acme' as MerchantId;
const profileId = 'pro_1' as ProfileId;
const [first, second] = [accountRefOf('mca_1'), accountRefOf('mca_2', 'adyen_test')];
const successBased = aSuccessBased({ params: ['Currency'], maxAggregatesSize: 1_000 });
const label = { label: 'one', targetCount: 1_000, targetTime: 4_000_000_000, merchantConnectorId: 'mca_1' as never };
const dynamic = aDynamic({ successBased, elimination: anElimination(), contract: aContract([label]) });
const facts: RoutingFacts = { values: { currency: 'EUR', payment_method: 'card', card_bin: '424242', amount: 100 } };
const groups = {
  success: successGroup({ merchantId, profileId }, successBased, { Currency: 'EUR' }),
  elimination: eliminationGroup({ merchantId, profileId }, anElimination(), { PaymentMethod: 'card' }),
  contract: contractGroup({ merchantId, profileId }),
};

const payment = (id: number, of = profileId) => ({ merchantId, profileId: of, paymentId: `pay_${id}` });
const said = (isApproved: boolean, account = first) => ({ account, isApproved });

let fresh: FreshRedis;
let clients: RedisClient[];
/** Two instances of routing. */
let one: EvaluatedOutcomes;
let other: EvaluatedOutcomes;
let store: ScoreStore;

beforeAll(async () => {
  fresh = await freshRedis();
  const open = () => openRedis({ url: new Secret(fresh.url), logger: silentLogger });
  clients = [await open(), await open()];
  store = new ScoreStore(clients[0]!);
  const [a, b] = clients.map(
    (redis) =>
      new EvaluatedOutcomes({
        evaluations: new EvaluationStore(redis),
        store: new ScoreStore(redis),
        clock: systemClock,
      }),
  );
  [one, other] = [a!, b!];
});
afterAll(async () => {
  for (const client of clients) client.disconnect();
  await fresh.release();
});
beforeEach(() => clients[0]!.flushdb());

const countedAt = async ({ merchantConnectorId }: typeof first) => {
  const { accounts } = (await store.load(groups.success)).scores;
  return resultsOf(accounts[merchantConnectorId]?.window ?? emptyWindow);
};
/** The scores of the first account of the other two kinds. */
const others = async () => {
  const [elimination, contract] = await Promise.all([store.load(groups.elimination), store.load(groups.contract)]);
  return [elimination.scores.accounts['mca_1']?.bucket, contract.scores.accounts['mca_1']?.progress];
};

it('a payment that two instances evaluate and report many times counts once in every score', async () => {
  await Promise.all([one.add(payment(1), facts, dynamic), other.add(payment(1), facts, dynamic)]);
  const reports = Array.from({ length: 20 }, (_, at) => (at % 2 ? one : other).end(payment(1), said(true), dynamic));
  const outcomes = await Promise.all(reports);
  expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
  expect(await countedAt(first)).toEqual({ approved: 1, total: 1 });
  const counted = await others();
  expect(counted).toEqual([expect.anything(), expect.anything()]);
  expect(await one.end(payment(1), said(true), dynamic)).toEqual(outcomes[0]);
  expect(await countedAt(first)).toEqual({ approved: 1, total: 1 });
  expect(await others()).toEqual(counted);
});

it('all payments that two instances report at once count', async () => {
  const ids = Array.from({ length: 60 }, (_, at) => at);
  await Promise.all(ids.map((id) => one.add(payment(id), facts, dynamic)));
  await Promise.all(ids.map((id) => (id % 2 ? one : other).end(payment(id), said(id % 3 > 0), dynamic)));
  expect(await countedAt(first)).toEqual({ approved: 40, total: 60 });
});

it('the first outcome stays, also at another account, and after another evaluation', async () => {
  await one.add(payment(1), facts, dynamic);
  await one.end(payment(1), said(false), dynamic);
  await other.add(payment(1), facts, dynamic);
  expect(await other.end(payment(1), said(true, second), dynamic)).toMatchObject(said(false));
  expect(await countedAt(first)).toEqual({ approved: 0, total: 1 });
  expect(await countedAt(second)).toEqual({ approved: 0, total: 0 });
});

it('a report that failed midway is counted to its end by the next one, as it began', async () => {
  await one.add(payment(1), facts, dynamic);
  const failing = new EvaluatedOutcomes({
    evaluations: new EvaluationStore(clients[0]!),
    store: {
      load: (group) => store.load(group),
      saveOnce: (group, ...rest) =>
        group.kind === 'success' ? store.saveOnce(group, ...rest) : Promise.reject(new Error('away')),
    },
    clock: systemClock,
  });
  await expect(failing.end(payment(1), said(true), dynamic)).rejects.toThrow('away');
  expect(await others()).toEqual([undefined, undefined]);
  expect(await one.end(payment(1), said(false, second), dynamic)).toMatchObject(said(true));
  expect(await countedAt(first)).toEqual({ approved: 1, total: 1 });
  expect(await others()).toEqual([expect.anything(), expect.anything()]);
});

it('a payment that another profile evaluated, or no profile, has no outcome', async () => {
  await one.add(payment(1), facts, dynamic);
  expect(await one.end(payment(1, 'pro_2' as ProfileId), said(true), dynamic)).toBeUndefined();
  expect(await one.end(payment(2), said(true), dynamic)).toBeUndefined();
  expect([await one.isKnown(payment(1)), await one.isKnown(payment(2))]).toEqual([true, false]);
  expect(await countedAt(first)).toEqual({ approved: 0, total: 0 });
});

it('an evaluation is stored for a day, with the values of its scores alone', async () => {
  await one.add(payment(1), facts, dynamic);
  const [key] = await clients[0]!.keys('evaluations:*');
  expect(await clients[0]!.hgetall(key!)).toEqual({ values: '{"PaymentMethod":"card","Currency":"EUR"}' });
  const ttl = await clients[0]!.pttl(key!);
  expect([ttl > 86_000_000, ttl <= 86_400_000]).toEqual([true, true]);
});

it('what says that an outcome is counted lasts longer than its evaluation', async () => {
  await one.add(payment(1), facts, dynamic);
  await one.end(payment(1), said(true), dynamic);
  const marks = await clients[0]!.keys('scores:*:once:*');
  expect(marks).toHaveLength(3);
  for (const mark of marks) expect(await clients[0]!.pttl(mark)).toBeGreaterThan(86_400_000);
});
