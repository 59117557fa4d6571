import { verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { RunningSandbox } from '../../../test/running-sandbox';
import { until } from '../../../test/stripe/running-stripe';

interface Delivered {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
type Json = Record<string, unknown>;

let sandbox: RunningSandbox;
let receiver: Server;
const delivered: Delivered[] = [];
const profile = '12345';

beforeAll(async () => {
  sandbox = await RunningSandbox.start(undefined, {
    SANDBOX_WISE_SETTLE_AFTER: '50ms',
    SANDBOX_WEBHOOK_RETRY_BASE: '20ms',
  });
  receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      delivered.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhooks/m/mca`;
  const { status } = await call('POST', `v3/profiles/${profile}/subscriptions`, {
    name: 'ours',
    trigger_on: 'transfers#state-change',
    delivery: { version: '2.0.0', url },
  });
  expect(status).toBe(201);
});

afterAll(async () => {
  await sandbox.stop();
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});

async function call(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
): Promise<{ status: number; body: Json }> {
  const { status, text } = await sandbox.call(method, `/wise/${path}`, body, { authorization: 'Bearer test' });
  return { status, body: JSON.parse(text) as Json };
}

const recipient = (iban: string) =>
  call('POST', 'v1/accounts', {
    profile,
    accountHolderName: 'Ada Lovelace',
    currency: 'EUR',
    type: 'iban',
    details: { legalType: 'PRIVATE', IBAN: iban },
  });

const quote = async (targetAmount = 65.4): Promise<unknown> => {
  const sums = { sourceCurrency: 'EUR', targetCurrency: 'EUR', targetAmount };
  return (await call('POST', `v3/profiles/${profile}/quotes`, { ...sums, payOut: 'BANK_TRANSFER' })).body['id'];
};

const iban = (last4 = '9112') => `NL46TEST013616${last4}`;

/** A transfer that waits for its funding. */
async function transfer(last4?: string, customerTransactionId: string = randomUUID()): Promise<Json & { id: number }> {
  const { body } = await recipient(iban(last4));
  const order = { targetAccount: body['id'], quoteUuid: await quote(), customerTransactionId, details: {} };
  return (await call('POST', 'v1/transfers', order)).body as Json & { id: number };
}

const fund = (id: number) => call('POST', `v3/profiles/${profile}/transfers/${id}/payments`, { type: 'BALANCE' });
const statusOf = async (id: number): Promise<unknown> => (await call('GET', `v1/transfers/${id}`)).body['status'];
const reaches = (id: number, status: string) =>
  until(
    () => statusOf(id),
    (one) => one === status,
  );

/** The states of a transfer in webhooks, in their order of time. */
const statesSent = (id: number): string[] =>
  delivered
    .map(({ body }) => (JSON.parse(body) as { data: { resource: { id: number }; current_state: string } }).data)
    .filter(({ resource }) => resource.id === id)
    .map(({ current_state }) => current_state);

describe('a transfer', () => {
  it('waits for its funding, is paid after it, and sends webhooks that the public key verifies', async () => {
    const { id, ...made } = await transfer();
    expect(made).toMatchObject({ status: 'incoming_payment_waiting', targetCurrency: 'EUR', targetValue: 65.4 });
    expect(await fund(id)).toEqual({ status: 201, body: { type: 'BALANCE', status: 'COMPLETED', errorCode: null } });
    await reaches(id, 'outgoing_payment_sent');
    await until(
      () => statesSent(id),
      (states) => states.length === 2,
    );
    expect(statesSent(id)).toEqual(['processing', 'outgoing_payment_sent']);
    const { public_key: key } = await sandbox.json('GET', '/control/wise/public_key');
    for (const { headers, body } of delivered) {
      const signature = Buffer.from(String(headers['x-signature-sha256']), 'base64');
      expect(verify('RSA-SHA256', Buffer.from(body), String(key), signature)).toBe(true);
    }
    expect(await sandbox.effectsOf(String(id))).toEqual(['payout']);
  });

  it('is made once for one customerTransactionId, and is funded once', async () => {
    const once = randomUUID();
    const [first, second] = [await transfer(undefined, once), await transfer(undefined, once)];
    expect(second.id).toBe(first.id);
    expect((await fund(first.id)).status).toBe(201);
    expect((await fund(first.id)).status).toBe(409);
    expect(await sandbox.effectsOf(once)).toEqual(['payout']);
  });

  it('is found in the list of its time', async () => {
    const { id, customerTransactionId } = await transfer();
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    const list = async (from: number, to: number) =>
      call('GET', `v1/transfers?profile=${profile}&limit=100&createdDateStart=${at(from)}&createdDateEnd=${at(to)}`);
    const { body } = await list(-60_000, 60_000);
    expect(body).toContainEqual(expect.objectContaining({ id, customerTransactionId }));
    expect((await list(60_000, 120_000)).body).toEqual([]);
  });

  it('is cancelled before its funding, and not after it', async () => {
    const { id } = await transfer();
    expect((await call('PUT', `v1/transfers/${id}/cancel`)).body).toMatchObject({ id, status: 'cancelled' });
    expect((await fund(id)).status).toBe(409);
    const funded = await transfer('9205');
    await fund(funded.id);
    expect((await call('PUT', `v1/transfers/${funded.id}/cancel`)).status).toBe(422);
    expect(await sandbox.effectsOf(String(id))).toEqual([]);
  });

  it('bounces back, and its money is refunded', async () => {
    const { id } = await transfer('9203');
    await fund(id);
    await reaches(id, 'funds_refunded');
    expect(await sandbox.effectsOf(String(id))).toEqual(['payout', 'payout_return']);
  });

  it('is refunded without being sent', async () => {
    const { id } = await transfer('9204');
    await fund(id);
    await reaches(id, 'funds_refunded');
    await until(
      () => statesSent(id),
      (states) => states.length === 2,
    );
    expect(statesSent(id)).toEqual(['processing', 'funds_refunded']);
  });

  it('is not funded by a balance that lacks money', async () => {
    const { id } = await transfer('9202');
    const errorCode = 'balance.payment-option-unavailable';
    expect((await fund(id)).body).toEqual({ type: 'BALANCE', status: 'REJECTED', errorCode });
    expect(await statusOf(id)).toBe('incoming_payment_waiting');
    expect(await sandbox.effectsOf(String(id))).toEqual([]);
  });

  it('is funded without an answer', async () => {
    const { id } = await transfer('9206');
    const gone = fund(id).then(
      () => 'answered',
      () => 'silent',
    );
    await reaches(id, 'outgoing_payment_sent');
    expect(await sandbox.effectsOf(String(id))).toEqual(['payout']);
    expect(await gone).toBe('silent');
  });
});

it('an account that is none, a wrong amount and an unknown transfer are refused in the words of Wise', async () => {
  const refused = await recipient(iban('9201'));
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ code: 'NOT_VALID', path: 'IBAN' }] } });
  expect((await call('POST', `v3/profiles/${profile}/quotes`, { targetAmount: 1 })).status).toBe(422);
  expect((await call('GET', 'v1/transfers/1')).status).toBe(404);
  expect((await sandbox.call('GET', '/wise/v1/transfers/1', undefined, { authorization: '' })).status).toBe(401);
});

it('what was under way goes on after a restart', async () => {
  const first = await RunningSandbox.start(undefined, { SANDBOX_WISE_SETTLE_AFTER: '300ms' });
  const previous = sandbox;
  sandbox = first;
  try {
    const { id } = await transfer();
    await fund(id);
    await first.stop({ retainLedger: true });
    sandbox = await RunningSandbox.start(first.folder, { SANDBOX_WISE_SETTLE_AFTER: '300ms' });
    await reaches(id, 'outgoing_payment_sent');
    expect(await sandbox.effectsOf(String(id))).toEqual(['payout']);
    await sandbox.stop();
  } finally {
    sandbox = previous;
  }
});
