import { eventually, ok, paymentBody, type AppProcess, type System, type TestMerchant } from '@payorch/harness';
import { Redis } from 'ioredis';
import { atStripe, deedsAtStripe, refundsAtStripe, secretKey } from '../shared/stripe/at-stripe';
import { isStopped } from '../support/processes';
import { shortSessionTimeout, spawnQuick, workerTimes } from '../support/quick-system';
import { operationsOf } from '../support/rows';
import { requestsFor, retrievePayment } from '../support/ledger-check';

jest.setTimeout(240_000);

/** Before a byte of it leaves, and after: without a resend, what Stripe never saw would be asked about for two hours. */
const points = [
  'claimed-before-send',
  'found-before-store',
  'sent-before-write',
  'response-before-store',
  'stored-before-result',
] as const;
type Point = (typeof points)[number];

let system: System;
let merchant: TestMerchant;
let worker: AppProcess;

/** Lookups that find nothing are not final here: what was not sent again would stay as it is until the test gave up. */
async function start(one: AppProcess, failPoints = ''): Promise<void> {
  one.launch({ ...workerTimes, ...shortSessionTimeout, CONNECTORS: 'stripe', FAIL_POINTS: failPoints });
  await one.ready();
}

beforeAll(async () => {
  system = await spawnQuick({ apps: ['gateway', 'payments', 'refunds', 'routing', 'webhooks', 'sandbox'] });
  worker = await system.addInstance('connector-worker');
  // Stripe tells nobody of anything: only an answer to the call itself, or a sync, can end a payment.
  merchant = await atStripe(system, { listens: false });
});
afterAll(() => system?.stop());

const untilIs = (paymentId: string, status: string) =>
  eventually(async () => (await retrievePayment(merchant, paymentId)).status === status, { withinMs: 30_000 });

/** A payment, or what follows from one, over which the worker dies; it then starts again. */
async function diesOver(point: Point, setOff: () => Promise<unknown>, hit = 1): Promise<void> {
  if (worker.runs) await worker.end('SIGTERM');
  await start(worker, `${point}=kill@${hit}`);
  const answer = setOff();
  expect(await worker.whenEnded()).toBe('SIGKILL');
  await start(worker);
  await answer;
}

const pay = (payment_id: string, more: object = {}) =>
  merchant.api.post('/payments', paymentBody({ payment_id, ...more }));

it.each(points)('a payment at Stripe whose worker is killed at %s is charged once, and soon', async (point) => {
  const payment_id = `killed_${point.replaceAll('-', '_')}`;
  await diesOver(point, () => pay(payment_id));
  await untilIs(payment_id, 'succeeded');
  expect(deedsAtStripe(system, { payment_id })).toEqual(['charge 6540']);
});

it('a capture and a refund at Stripe whose worker is killed before the socket are made once', async () => {
  const payment_id = 'killed_followers';
  await diesOver(
    'sent-before-write',
    async () => {
      ok(await pay(payment_id, { capture_method: 'manual' }));
      await merchant.api.post(`/payments/${payment_id}/capture`);
    },
    2,
  );
  await untilIs(payment_id, 'succeeded');
  const refund_id = 'killed_refund';
  await diesOver('sent-before-write', () => merchant.api.post('/refunds', { payment_id, refund_id, amount: 540 }));
  const refunded = async () => ok(await merchant.api.get(`/refunds/${refund_id}`)).status === 'succeeded';
  await eventually(refunded, { withinMs: 30_000 });
  // What follows from a payment bears the id of its own operation there.
  const deeds = [...deedsAtStripe(system, { payment_id })];
  for (const { operation_id } of await operationsOf(system, payment_id))
    for (const { entry, reference, effect, amount } of system.ledger())
      if (entry === 'effect' && reference === operation_id) deeds.push(`${effect} ${amount}`);
  expect(deeds).toEqual(['hold 6540', 'capture 6540']);
  expect(await refundsAtStripe(system, await retrievePayment(merchant, payment_id))).toEqual([540]);
});

it('a payment at Stripe whose worker sleeps before the socket is charged by another, once, and not again when it wakes', async () => {
  await worker.end('SIGTERM');
  const [paused, other] = [worker, await system.addInstance('connector-worker')];
  await start(paused, 'sent-before-write=stop');
  const payment_id = 'paused_before_write';
  const answer = pay(payment_id);
  await eventually(() => isStopped(paused));
  await start(other);
  await untilIs(payment_id, 'succeeded');
  paused.signal('SIGCONT');
  await paused.ready();
  ok(await answer);
  // Behind the one that slept, on the same partitions: once it is answered, the sleeper has gone on.
  ok(await pay('after_waking'));
  expect(deedsAtStripe(system, { payment_id })).toEqual(['charge 6540']);
  expect((await retrievePayment(merchant, payment_id)).status).toBe('succeeded');
  await other.end('SIGTERM');
});

it('a CVC is gone once its call is answered', async () => {
  const redis = new Redis(system.addresses.redisUrl, { lazyConnect: true });
  await redis.connect();
  await eventually(async () => (await redis.keys('cvc:*')).length === 0);
  redis.disconnect();
});

it('a payment whose idempotency key was used for other parameters stays open, and moves nothing twice', async () => {
  const payment_id = 'other_parameters';
  if (worker.runs) await worker.end('SIGTERM');
  await start(worker, 'sent-before-write=kill');
  const answer = pay(payment_id);
  expect(await worker.whenEnded()).toBe('SIGKILL');
  const [operation] = await operationsOf(system, payment_id);
  const headers = {
    authorization: `Bearer ${secretKey}`,
    'content-type': 'application/x-www-form-urlencoded',
    'idempotency-key': operation!.operation_id,
  };
  const used = await system.sandbox.raw('POST', '/v1/customers', 'name=somebody+else', headers);
  expect(used.status).toBe(200);
  await start(worker);
  expect(ok(await answer).status).toBe('processing');
  const calls = () => requestsFor(system, `${payment_id}_1`).calls.length;
  await eventually(() => calls() > 0);
  expect((await retrievePayment(merchant, payment_id)).status).toBe('processing');
  expect(deedsAtStripe(system, { payment_id })).toEqual([]);
});
