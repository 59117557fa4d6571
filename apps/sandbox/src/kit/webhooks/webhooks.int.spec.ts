import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { paymentBody, RunningSandbox } from '../../../test/running-sandbox';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly event: { id: string; type: string; data: { reference: string; status: string } };
}

let sandbox: RunningSandbox;
let receiver: Server;
let webhook_url: string;
let received: Received[];
/** Statuses of the next responses; 200 when the list is empty. */
let statuses: number[];

beforeAll(async () => {
  sandbox = await RunningSandbox.start(undefined, { SANDBOX_WEBHOOK_RETRY_BASE: '20ms' });
  receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      received.push({ headers: request.headers, body, event: JSON.parse(body) as Received['event'] });
      response.writeHead(statuses.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  webhook_url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhooks/m/stripe_test`;
});
afterAll(async () => {
  await sandbox.stop();
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});
beforeEach(() => {
  received = [];
  statuses = [];
});

const pay = (body: object, fault?: string) =>
  sandbox.json('POST', '/dummy-connector/payment', body, fault ? { 'x-sandbox-fault': fault } : {});
const about = ({ reference }: { reference: string }) =>
  received.filter(({ event }) => event.data.reference === reference);

async function until(done: () => boolean): Promise<void> {
  for (let tries = 0; !done() && tries < 200; tries++) await sleep(20);
  expect(done()).toBe(true);
}

it('a later settlement sends a signed webhook', async () => {
  const body = paymentBody({ webhook_url });
  await pay(body, 'pending_then_settled:50');
  await until(() => about(body).length === 1);
  const [{ headers, body: text, event }] = about(body) as [Received];
  expect(event).toMatchObject({ type: 'payment.succeeded', data: { status: 'succeeded', amount: 6540 } });
  const [, seconds, hex] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-test-signature'])) ?? [];
  expect(hex).toBe(createHmac('sha256', 'whsec_sandbox').update(`${seconds}.${text}`).digest('hex'));
  expect(Math.abs(Date.now() / 1000 - Number(seconds))).toBeLessThan(60);
});

it.each([
  ['true', 'automatic', 'payment.succeeded'],
  ['true', 'manual', 'payment.authorized'],
  ['false', 'automatic', 'payment.failed'],
])('the customer’s choice sends a webhook: confirm=%s, %s capture', async (confirm, capture_method, type) => {
  const body = paymentBody({ webhook_url, capture_method }, '4000003800000446');
  const { next_action } = await pay(body);
  const page = (next_action as { redirect_to_url: string }).redirect_to_url;
  await sandbox.call('GET', `${page.replace('authorize', 'complete')}?confirm=${confirm}`);
  await until(() => about(body).length === 1);
  expect(about(body)[0]?.event.type).toBe(type);
});

it('a webhook repeats what a response reported only with send=all', async () => {
  const body = paymentBody({ webhook_url });
  await pay(body);
  await sleep(100);
  expect(about(body)).toEqual([]);

  await sandbox.json('POST', '/control/webhooks', { send: 'all' });
  const [authorized, declined] = [
    paymentBody({ webhook_url, capture_method: 'manual' }),
    paymentBody({ webhook_url }, '4000000000000002'),
  ];
  const { id } = await pay(authorized);
  await pay(declined);
  await sandbox.json('POST', `/dummy-connector/payments/${String(id)}/capture`, { amount: 6540 });
  await sandbox.json('POST', '/control/webhooks', { send: 'later' });
  await until(() => about(authorized).length === 2 && about(declined).length === 1);
  expect(
    about(authorized)
      .map(({ event }) => event.type)
      .sort(),
  ).toEqual(['payment.authorized', 'payment.captured']);
  expect(about(declined)[0]?.event.type).toBe('payment.failed');
});

it('a failed webhook is sent again under the same id until it is delivered', async () => {
  statuses = [500, 503];
  const body = paymentBody({ webhook_url });
  await pay(body, 'late_webhook:1');
  await until(() => about(body).length === 3);
  expect(new Set(about(body).map(({ event }) => event.id)).size).toBe(1);
  await sleep(200);
  expect(about(body)).toHaveLength(3);
});

it('a webhook is given up after five retries', async () => {
  statuses = Array<number>(20).fill(500);
  const body = paymentBody({ webhook_url });
  await pay(body, 'late_webhook:1');
  await until(() => about(body).length === 6);
  await sleep(900);
  expect(about(body)).toHaveLength(6);
  expect((await sandbox.json('GET', '/control/webhooks')).undelivered).toEqual([]);
});

describe('faults of webhooks', () => {
  it('duplicate_webhook sends twice under one id', async () => {
    const body = paymentBody({ webhook_url });
    await pay(body, 'duplicate_webhook');
    await until(() => about(body).length === 2);
    expect(new Set(about(body).map(({ event }) => event.id)).size).toBe(1);
  });

  it('early_webhook sends before the response', async () => {
    const body = paymentBody({ webhook_url });
    await pay(body, 'early_webhook');
    expect(about(body)).toHaveLength(1);
  });

  it('late_webhook sends late', async () => {
    const body = paymentBody({ webhook_url });
    await pay(body, 'late_webhook:250');
    await sleep(100);
    expect(about(body)).toEqual([]);
    await until(() => about(body).length === 1);
  });

  it('no_webhook sends nothing', async () => {
    const body = paymentBody({ webhook_url }, '4000003800000446');
    const { next_action } = await pay(body, 'no_webhook');
    const page = (next_action as { redirect_to_url: string }).redirect_to_url;
    await sandbox.call('GET', `${page.replace('authorize', 'complete')}?confirm=true`);
    await sleep(150);
    expect(about(body)).toEqual([]);
  });
});

it('an undelivered webhook is sent after a restart with the account’s own secret', async () => {
  const first = await RunningSandbox.start();
  await first.json('POST', '/control/webhooks', { api_key: 'test_key', secret: 'whsec_own' });
  const body = paymentBody({ webhook_url });
  await first.json('POST', '/dummy-connector/payment', body, { 'x-sandbox-fault': 'late_webhook:600' });
  await first.stop({ retainLedger: true });
  expect(about(body)).toEqual([]);
  const second = await RunningSandbox.start(first.folder);
  try {
    await until(() => about(body).length === 1);
    const [{ headers, body: text }] = about(body) as [Received];
    const seconds = /^t=(\d+)/.exec(String(headers['x-test-signature']))?.[1];
    const hex = createHmac('sha256', 'whsec_own').update(`${seconds}.${text}`).digest('hex');
    expect(headers['x-test-signature']).toBe(`t=${seconds},v1=${hex}`);
  } finally {
    await second.stop();
  }
});
