import { type EndedAttempt, paymentUpdated, type PaymentSnapshot, type RoutingSettings } from '@payorch/contracts';
import { eventually, freshTopic, kafkaBrokers, privateInfra, type PrivateInfra } from '@payorch/harness';
import type { AttemptId, MerchantConnectorId, PaymentId } from '@payorch/kernel';
import { minorUnits, money, Secret, systemClock } from '@payorch/kernel';
import { createKafka, encode, MessageProducer, newTraceparent, PositionedTransport } from '@payorch/platform/kafka';
import { openRedis, type RedisClient } from '@payorch/platform/sealing';
import { silentLogger } from '@payorch/platform/telemetry';
import { randomUUID } from 'node:crypto';
import { aRoutingChoice, merchantId, profileId, routingSettingsWith } from '../../../test/builders';
import { aDynamic, aSuccessBased } from '../../../test/scores';
import { resultsOf, emptyWindow } from '../../domain/scores/rate-window';
import { successGroup } from '../../domain/scores/score-groups';
import { ScoreStore } from '../../persistence/score-store';
import { ScoreBoard } from './score-board';
import { ScoreCounter } from './score-counter';

const successBased = aSuccessBased({ maxAggregatesSize: 100 });
const profile: RoutingSettings = routingSettingsWith(aRoutingChoice({}, { dynamic: aDynamic({ successBased }) }));
const settings = { routing: () => profile, scoredProfiles: () => [profile] };
const group = successGroup({ merchantId, profileId }, successBased, { PaymentMethod: 'card' });
const account = 'mca_1' as MerchantConnectorId;
const partitions = 4;

let infra: PrivateInfra;
let redis: RedisClient;
let store: ScoreStore;
let board: ScoreBoard;
let topic: string;
let groupId: string;
let producer: MessageProducer;
let closers: (() => unknown)[];
const kafka = createKafka({ brokers: kafkaBrokers(), clientId: 'spec', log: silentLogger });

beforeAll(async () => {
  infra = await privateInfra(['redis']);
});
afterAll(() => infra.stop());

beforeEach(async () => {
  closers = [];
  redis = await openRedis({ url: new Secret(infra.redis.url), logger: silentLogger });
  closers.push(() => redis.disconnect());
  await redis.flushall();
  store = new ScoreStore(redis);
  const fresh = await freshTopic({ stem: 'scores', partitions });
  ({ topic } = fresh);
  closers.push(fresh.drop);
  groupId = `scores.${randomUUID()}`;
  producer = new MessageProducer({ kafka, log: silentLogger });
  closers.push(() => producer.close());
  board = new ScoreBoard({ store, settings, clock: systemClock, everyMs: 50, staleAfterMs: 1_000 });
  await board.run();
  board.onApplicationBootstrap();
  closers.push(() => board.beforeApplicationShutdown());
});
afterEach(async () => {
  for (const close of closers.reverse()) await close();
});

const ended = (result: EndedAttempt['result']): EndedAttempt => ({
  connector: 'stripe_test',
  merchantConnectorId: account,
  result,
  scoredBy: { PaymentMethod: 'card' },
});

const snapshotOf = (id: number, endedAttempts: EndedAttempt[]): PaymentSnapshot => ({
  merchantId,
  profileId,
  paymentId: `pay_${id}` as PaymentId,
  version: 2,
  status: 'succeeded',
  occurredAt: '2026-01-01T00:00:00.000Z',
  money: money(100n, 'USD'),
  amountCapturable: minorUnits(0n),
  amountReceived: minorUnits(100n),
  customerId: null,
  captureMethod: null,
  paymentMethod: 'card',
  paymentMethodType: null,
  attemptId: `pay_${id}_1` as AttemptId,
  attemptStatus: 'charged',
  attemptCount: 1,
  connector: 'stripe_test',
  merchantConnectorId: account,
  connectorTransactionId: null,
  errorCode: null,
  ...(endedAttempts.length > 0 && { endedAttempts }),
});

const eventOf = (id: number, endedAttempts = [ended(id % 2 === 0 ? 'approved' : 'declined')]) => ({
  ...encode(
    {
      message: paymentUpdated,
      data: snapshotOf(id, endedAttempts),
      context: {
        messageId: `${topic}/${id}`,
        correlationId: 'c_1',
        traceparent: newTraceparent(),
        occurredAt: new Date(),
      },
    },
    undefined,
    'http://gateway',
  ),
  topic,
});

const send = (from: number, to: number): Promise<void> =>
  producer.send(Array.from({ length: to - from }, (_, index) => eventOf(from + index)));

async function openReader(): Promise<PositionedTransport> {
  const { onBatch } = new ScoreCounter({ store, settings });
  const transport = new PositionedTransport({
    kafka,
    log: silentLogger,
    producer,
    groupId,
    topic,
    onBatch,
    historyMs: 3_600_000,
    checkEveryMs: 100,
    retryMs: 100,
    times: { heartbeatMs: 300, maxWaitMs: 100 },
    positionsOf: (some) => store.positionsOf(some),
  });
  await transport.start();
  closers.push(() => transport.close());
  return transport;
}

const counted = () => resultsOf(board.known?.(group)?.accounts[account]?.window ?? emptyWindow);
const isCounted = (approved: number, total: number) =>
  eventually(
    () => {
      expect(counted()).toEqual({ approved, total });
      return true;
    },
    { withinMs: 20_000 },
  );
/** Time in which a result that is counted twice would show. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 500));

it('two instances share the partitions, and count every result of every partition once', async () => {
  await Promise.all([openReader(), openReader()]);
  await send(0, 200);
  // The outbox publishes a message again when it crashed before it noted the first time.
  await send(100, 200);
  await isCounted(100, 200);
  await aWhile();
  expect(counted()).toEqual({ approved: 100, total: 200 });
});

it('events without results, and bodies that do not read, change nothing and stop nothing', async () => {
  await openReader();
  await producer.send([{ ...eventOf(1), value: Buffer.from('{"endedAttempts":[') }, eventOf(2, []), eventOf(4)]);
  await isCounted(1, 1);
});

it('a reader that comes later begins where the last one ended', async () => {
  const first = await openReader();
  await send(0, 20);
  await isCounted(10, 20);
  await first.close();
  await send(20, 40);
  await openReader();
  await isCounted(20, 40);
});

it('the scores are counted again from the topic after a flush, while no payment arrives', async () => {
  await openReader();
  await send(0, 40);
  await isCounted(20, 40);
  await redis.flushall();
  await aWhile();
  await isCounted(20, 40);
});

it('what Redis lost since its last snapshot is counted again, and nothing else', async () => {
  await openReader();
  await send(0, 40);
  await isCounted(20, 40);
  const keys = await redis.keys('scores:*');
  const snapshot = await Promise.all(keys.map(async (key) => [key, await redis.dumpBuffer(key)] as const));
  await send(40, 60);
  await isCounted(30, 60);
  for (const [key, value] of snapshot) await redis.restore(key, 0, value!, 'REPLACE');
  await isCounted(30, 60);
  await aWhile();
  expect(counted()).toEqual({ approved: 30, total: 60 });
});

it('without Redis no score is known, and when it is back the results of the outage are counted', async () => {
  await openReader();
  await send(0, 20);
  await isCounted(10, 20);
  await infra.kill('redis');
  await eventually(() => board.known === undefined);
  await send(20, 40);
  await infra.restart('redis');
  await isCounted(20, 40);
});
