import { eventually, ok, paymentBody, type AppProcess, type System, type TestMerchant } from '@payorch/harness';
import { Redis } from 'ioredis';
import { atStripe, effectLabelsAtStripe, refundsAtStripe, secretKey } from '../shared/stripe/at-stripe';
import { isStopped } from '../support/processes';
import { shortSessionTimeout, spawnQuick, workerTimes } from '../support/quick-system';
import { operationsOf } from '../support/rows';
import { requestsFor, retrievePayment } from '../support/ledger-check';

/** Before and after the request is sent: without a resend, an unsent operation would be looked up for two hours. */
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

/** Lookups that find nothing are not final here: without a resend the payment would stay open until the test's timeout. */
async function start(one: AppProcess): Promise<void> {
  one.launch({ ...workerTimes, ...shortSessionTimeout });
  await one.ready();
}

beforeAll(async () => {
  system = await spawnQuick({ apps: ['gateway', 'payments', 'refunds', 'routing', 'webhooks', 'sandbox'] });
  worker = await system.addInstance('connector-worker');
  await start(worker);
  // Stripe sends no webhooks: only the answer to the call, or a sync, can end a payment.
  merchant = await atStripe(system, { listens: false });
});
afterAll(() => system?.stop());

const untilIs = (paymentId: string, status: string) =>
  eventually(async () => (await retrievePayment(merchant, paymentId)).status === status, { withinMs: 30_000 });

/** Starts an operation during which the worker dies, and restarts the worker. */
async function diesOver(point: Point, startOperation: () => Promise<unknown>, hit = 1): Promise<void> {
  await worker.arm(`${point}=kill@${hit}`);
  const answer = startOperation();
  expect(await worker.whenEnded()).toBe('SIGKILL');
  await start(worker);
  await answer;
}

const pay = (payment_id: string, more: object = {}) =>
  merchant.api.post('/payments', paymentBody({ payment_id, ...more }));

it.each(points)('a payment at Stripe whose worker is killed at %s is charged once within 30 s', async (point) => {
  const payment_id = `killed_${point.replaceAll('-', '_')}`;
  await diesOver(point, () => pay(payment_id));
  await untilIs(payment_id, 'succeeded');
  expect(effectLabelsAtStripe(system, { payment_id })).toEqual(['charge 6540']);
});

it('a capture and a refund at Stripe whose worker is killed before the socket are made once', async () => {
  const payment_id = 'killed_follow_ups';
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
  // At Stripe a follow-up operation carries its own operation id.
  const effectLabels = [...effectLabelsAtStripe(system, { payment_id })];
  for (const { operation_id } of await operationsOf(system, payment_id))
    for (const { entry, reference, effect, amount } of system.ledger())
      if (entry === 'effect' && reference === operation_id) effectLabels.push(`${effect} ${amount}`);
  expect(effectLabels).toEqual(['authorize 6540', 'capture 6540']);
  expect(await refundsAtStripe(system, await retrievePayment(merchant, payment_id))).toEqual([540]);
});

it('a payment at Stripe whose worker is paused before sending is charged once by another worker, and not again after the resume', async () => {
  const [paused, other] = [worker, await system.addInstance('connector-worker')];
  await paused.arm('sent-before-write=stop');
  const payment_id = 'paused_before_write';
  const answer = pay(payment_id);
  await eventually(() => isStopped(paused));
  await start(other);
  await untilIs(payment_id, 'succeeded');
  paused.signal('SIGCONT');
  await paused.ready();
  ok(await answer);
  // A later payment on the same partitions: its answer means that the resumed worker has handled its command.
  ok(await pay('after_waking'));
  expect(effectLabelsAtStripe(system, { payment_id })).toEqual(['charge 6540']);
  expect((await retrievePayment(merchant, payment_id)).status).toBe('succeeded');
  await other.end('SIGTERM');
});

it('a CVC is deleted after the answer to its call', async () => {
  const redis = new Redis(system.addresses.redisUrl, { lazyConnect: true });
  await redis.connect();
  await eventually(async () => (await redis.keys('cvc:*')).length === 0);
  redis.disconnect();
});

it('a payment whose idempotency key was used for other parameters stays open, and moves nothing twice', async () => {
  const payment_id = 'other_parameters';
  await worker.arm('sent-before-write=kill');
  const answer = pay(payment_id);
  expect(await worker.whenEnded()).toBe('SIGKILL');
  const [operation] = await operationsOf(system, payment_id);
  const headers = {
    authorization: `Bearer ${secretKey}`,
    'content-type': 'application/x-www-form-urlencoded',
    'idempotency-key': operation!.operation_id,
  };
  const used = await system.sandbox.raw('POST', '/v1/customers', 'name=another+customer', headers);
  expect(used.status).toBe(200);
  await start(worker);
  expect(ok(await answer).status).toBe('processing');
  const calls = () => requestsFor(system, `${payment_id}_1`).calls.length;
  await eventually(() => calls() > 0);
  expect((await retrievePayment(merchant, payment_id)).status).toBe('processing');
  expect(effectLabelsAtStripe(system, { payment_id })).toEqual([]);
});
