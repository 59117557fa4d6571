import { randomUUID } from 'node:crypto';
import {
  aMerchant,
  cardFields,
  connectorBody,
  eventually,
  ok,
  paymentBody,
  type Answer,
  type Json,
  type System,
  type TestMerchant,
} from '@payorch/harness';
import { eventAbout, paymentAtProcessor, signed, postWebhook, webhookPath } from '../support/processor-webhook';
import { expectLedgerAgreement, spawnQuick } from '../support/quick-system';
import { operationsOf, rowsOf } from '../support/rows';
import { effectLabelsOf, retrievePayment } from '../support/ledger-check';

jest.setTimeout(120_000);

const connector = 'stripe_test';
const secret = 'whsec_of_the_first';
const minuteMs = 60_000;
const cardsThat = { comeEarly: '4000000000070161', settleLater: '4000000000070112', hang: '4000000000070021' };

let system: System;
let merchant: TestMerchant;
let foreigner: TestMerchant;

/** A merchant whose processor account signs with a secret of its own, known to both sides. */
async function signing(webhookSecret: string): Promise<TestMerchant> {
  const { connector_account_details } = connectorBody(connector);
  ok(
    await system.sandbox.post('/control/webhooks', {
      api_key: connector_account_details.api_key,
      secret: webhookSecret,
    }),
  );
  const details = { connector_account_details, connector_webhook_details: { merchant_secret: webhookSecret } };
  return aMerchant(system, { connectors: [connector], connector: details });
}

// Questions come so late that only webhooks tell of anything here.
beforeAll(async () => {
  system = await spawnQuick({
    appEnv: {
      payments: { ASK_PACE_PERCENT: '1000', SWEEP_AFTER: '330s' },
      // Forgeries are refused one by one here; how they are limited is another spec's.
      gateway: { REFUSED_WEBHOOKS_PER_MINUTE: '0', NAMED_SYNC_EVERY: '2s' },
    },
  });
  [merchant, foreigner] = await Promise.all([signing(secret), signing('whsec_of_the_second')]);
});
afterAll(() => system?.stop());

const pay = async (more: object = {}): Promise<Json> => ok(await merchant.api.post('/payments', paymentBody(more)));
const path = (of = merchant) => webhookPath(of, connector);
const post = (body: string, key = secret) => postWebhook(system, path(), body, signed(body, key));

/** What the processor says of a payment now. */
async function atProcessor(paymentId: string): Promise<Json> {
  const [operation] = await operationsOf(system, paymentId);
  return paymentAtProcessor(system, operation!.operation_id);
}

const stored = (verdict: string) =>
  rowsOf<{ body: Buffer }>(system, 'SELECT body FROM gateway.processor_webhooks WHERE verdict = $1', [verdict]);
const isStored = async (body: string, verdict = 'verified') =>
  (await stored(verdict)).filter((row) => row.body.toString() === body).length;
/** All that somebody who is believed could change. Questions of our own raise an open payment's version, and nothing of this. */
const believed = async () => {
  const all = (columns: string, table: string) =>
    rowsOf(system, `SELECT merchant_id, payment_id, ${columns} FROM ${table} ORDER BY merchant_id, payment_id, 3`);
  const [payments, attempts, captures, incidents, operations] = await Promise.all([
    all('status, amount, amount_capturable, amount_received', 'payments.intents'),
    all('number, state, held_amount, captured_amount, connector_transaction_id', 'payments.attempts'),
    all('capture_id, status, amount, connector_capture_id', 'payments.captures'),
    all('kind, resolved_at', 'payments.incidents'),
    all('operation_id, flow, state, amount, reference', 'connector_worker.operations'),
  ]);
  return { payments, attempts, captures, incidents, operations };
};
/** Of the payment alone, which nobody asks about: it waits for its merchant. */
const versionOf = (paymentId: string) =>
  rowsOf(system, 'SELECT version FROM payments.intents WHERE payment_id = $1', [paymentId]);
const keptEvents = async (ids: readonly string[]) =>
  (await rowsOf(system, 'SELECT 1 FROM connector_worker.processor_events WHERE event_id = ANY($1)', [ids])).length;
const deliveries = () => system.ledger().filter(({ entry }) => entry === 'delivery');

it('takes a webhook that comes before the answer to the same call', async () => {
  const before = deliveries().length;
  const payment = await pay(cardFields(cardsThat.comeEarly));
  expect(payment).toMatchObject({ status: 'succeeded', amount_received: 6540 });
  const [delivery] = await eventually(() => (deliveries().length > before ? deliveries().slice(before) : undefined));
  expect(delivery).toMatchObject({ outcome: 'delivered', attempt: 1, http: 200 });
  expect(effectLabelsOf(system, payment.payment_id)).toEqual(['charge 6540']);
});

it('learns what settled later from the webhook alone', async () => {
  const { payment_id, status } = await pay(cardFields(cardsThat.settleLater));
  expect(status).toBe('processing');
  await eventually(async () => (await retrievePayment(merchant, payment_id)).status === 'succeeded');
  const lookups = system.ledger().filter(({ entry, kind }) => entry === 'request' && kind === 'lookup');
  expect(lookups).toEqual([]);
});

it('takes one event 50 times at once, and lets it count once', async () => {
  const { payment_id } = await pay({ capture_method: 'manual' });
  const event = eventAbout(await atProcessor(payment_id), 'payment.authorized');
  const at = Date.now();
  const before = [await believed(), await versionOf(payment_id)];
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => postWebhook(system, path(), event, signed(event, secret, { at }))),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
  await eventually(async () => (await isStored(event)) === 1);
  expect([await believed(), await versionOf(payment_id)]).toEqual(before);
  await eventually(async () => (await keptEvents([JSON.parse(event).id])) === 1);
});

it('takes news that were overtaken, and changes nothing for them', async () => {
  const { payment_id } = await pay();
  const now = await atProcessor(payment_id);
  const error = { code: 'DC_08', message: 'Card declined' };
  for (const [type, data] of [
    ['payment.failed', { ...now, status: 'failed', amount_received: 0, error }],
    ['payment.voided', { ...now, status: 'voided', amount_received: 0 }],
    ['payment.authorized', { ...now, status: 'requires_capture', amount_received: 0 }],
  ] as const) {
    const event = eventAbout(data, type);
    ok(await post(event));
    await eventually(async () => (await isStored(event)) === 1);
  }
  // The question that stands behind the news on the same key is answered after them.
  expect(ok(await merchant.api.get(`/payments/${payment_id}?force_sync=true`))).toMatchObject({
    status: 'succeeded',
    amount_received: 6540,
  });
});

it('believes no other sum in a webhook than what was asked for', async () => {
  const { payment_id } = await pay(cardFields(cardsThat.hang));
  const [operation] = await operationsOf(system, payment_id);
  const claim = {
    id: 'pay_claimed',
    status: 'succeeded',
    amount: 1,
    amount_received: 1,
    currency: 'USD',
    reference: operation!.operation_id,
  };
  ok(await post(eventAbout(claim, 'payment.succeeded')));
  expect((await retrievePayment(merchant, payment_id)).status).toBe('processing');
});

describe('1,000 forgeries', () => {
  const each = 100;
  const sha512 = (body: string) => signed(body, secret, { algorithm: 'sha512' });
  const forgeries: [string, (body: string) => { body: string; signature?: string; to?: string }][] = [
    ['no signature', (body) => ({ body })],
    ['an empty signature', (body) => ({ body, signature: '' })],
    ['a truncated signature', (body) => ({ body, signature: signed(body, secret).slice(0, -2) })],
    ['a signature of another account', (body) => ({ body, signature: signed(body, 'whsec_of_the_second') })],
    ['an old secret', (body) => ({ body, signature: signed(body, 'whsec_before_the_change') })],
    ['an empty secret', (body) => ({ body, signature: signed(body, ' ').replace(/v1=.*/, `v1=${'0'.repeat(64)}`) })],
    ['another algorithm', (body) => ({ body, signature: sha512(body) })],
    ['another algorithm, cut to length', (body) => ({ body, signature: sha512(body).slice(0, -64) })],
    ['a time long gone', (body) => ({ body, signature: signed(body, secret, { at: Date.now() - 6 * minuteMs }) })],
    [
      'a body changed after it was signed',
      (body) => ({ body: body.replace('succeeded', 'failed'), signature: signed(body, secret) }),
    ],
  ];
  const forged: string[] = [];
  let open: Json;
  let before: unknown;

  // However long this takes: whoever asks meanwhile learns nothing, so that only a forgery could end the payment.
  beforeAll(async () => {
    ok(await system.sandbox.post('/control/faults', { match: { connector, kind: 'lookup' }, fault: 'fail_500' }));
    open = await pay(cardFields(cardsThat.hang));
    before = await believed();
  });
  afterAll(() => system.sandbox.raw('DELETE', '/control/faults'));

  it.each(forgeries)('with %s are refused, each of 100', async (_, forge) => {
    const [operation] = await operationsOf(system, open.payment_id);
    const claim = {
      id: 'pay_forged',
      status: 'succeeded',
      amount: 6540,
      amount_received: 6540,
      currency: 'USD',
      reference: operation!.operation_id,
    };
    const answers: Answer[] = [];
    for (let sent = 0; sent < each; sent += 20) {
      const some = Array.from({ length: 20 }, async () => {
        const event = eventAbout(claim, 'payment.succeeded');
        forged.push(JSON.parse(event).id);
        const { body, signature } = forge(event);
        return postWebhook(system, path(), body, signature);
      });
      answers.push(...(await Promise.all(some)));
    }
    const told = new Set(answers.map(({ status, body }) => `${status} ${body.error?.code}`));
    expect([...told]).toEqual(['401 WE_01']);
    expect(answers).toHaveLength(each);
  });

  it('have changed nothing', async () => {
    expect(await believed()).toEqual(before);
    expect(forged).toHaveLength(each * forgeries.length);
    expect(await keptEvents(forged)).toBe(0);
    const bodies = await rowsOf<{ body: Buffer }>(system, 'SELECT body FROM gateway.processor_webhooks', []);
    expect(bodies.filter(({ body }) => forged.some((id) => body.includes(id)))).toEqual([]);
    expect(effectLabelsOf(system, open.payment_id)).toEqual([]);
  });
});

it('refuses a true event at the account of another merchant', async () => {
  const { payment_id } = await pay();
  const event = eventAbout(await atProcessor(payment_id), 'payment.succeeded');
  const refused = await postWebhook(system, path(foreigner), event, signed(event, secret));
  expect([refused.status, refused.body.error.code]).toEqual([401, 'WE_01']);
});

it('believes nothing at an account without a secret, and syncs what is named there once, however often it is', async () => {
  const trusting = await aMerchant(system, { connectors: [connector] });
  const { payment_id } = ok(await trusting.api.post('/payments', paymentBody(cardFields('4000000000070047'))));
  const claim = { ...(await atProcessor(payment_id)), status: 'failed', amount_received: 0 };
  const event = eventAbout(claim, 'payment.failed');
  const before = system.ledger().length;
  const answers = await Promise.all(Array.from({ length: 50 }, () => postWebhook(system, path(trusting), event)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await eventually(async () => (await retrievePayment(trusting, payment_id)).status === 'succeeded');
  const lookups = system
    .ledger()
    .slice(before)
    .filter(({ entry, kind }) => entry === 'request' && kind === 'lookup');
  expect(lookups.length).toBeLessThanOrEqual(2);
  expect(await isStored(event)).toBe(0);
});

describe('when a part of us is away', () => {
  /** An event whose news is true and not known yet: the payment was charged, and the answer lost. */
  async function news(): Promise<{ paymentId: string; event: string }> {
    const { payment_id } = await pay(cardFields('4000000000070047'));
    return { paymentId: payment_id, event: eventAbout(await atProcessor(payment_id), 'payment.succeeded') };
  }

  it('takes the event without the worker, and applies it when the worker is back', async () => {
    const { paymentId, event } = await news();
    await system.kill('connector-worker');
    ok(await post(event));
    expect((await retrievePayment(merchant, paymentId)).status).toBe('processing');
    await system.start('connector-worker');
    await eventually(async () => (await retrievePayment(merchant, paymentId)).status === 'succeeded', { withinMs: 60_000 });
  });

  it('has it stored before anybody is told so: a gateway that dies in between finds it again', async () => {
    const { paymentId, event } = await news();
    await system.kill('gateway', 'SIGTERM');
    await system.start('gateway', { FAIL_POINTS: 'webhook-stored-before-verdict=kill', WEBHOOK_SWEEP_EVERY: '200ms' });
    await expect(post(event)).rejects.toThrow();
    await system.app('gateway').whenEnded();
    const rows = await rowsOf(system, 'SELECT verdict FROM gateway.processor_webhooks WHERE body = $1', [
      Buffer.from(event),
    ]);
    expect(rows).toEqual([{ verdict: null }]);
    await system.start('gateway', { WEBHOOK_SWEEP_EVERY: '200ms' });
    await eventually(async () => (await retrievePayment(merchant, paymentId)).status === 'succeeded', { withinMs: 20_000 });
    await eventually(async () => (await isStored(event)) === 1);
  });
});

it.each([
  ['no JSON', '{"id":', 400, 'WE_02'],
  ['JSON that is no event', `{"id":"${randomUUID()}"}`, 400, 'WE_02'],
])('calls %s unreadable where it is signed', async (_, body, status, code) => {
  const answer = await post(body);
  expect([answer.status, answer.body.error.code]).toEqual([status, code]);
});

it('has nothing else to tell than the ledger, once the processor is asked', async () => {
  const open = await rowsOf<{ payment_id: string }>(
    system,
    `SELECT payment_id FROM payments.intents WHERE status = 'processing'`,
  );
  for (const { payment_id } of open) {
    const ask = () => merchant.api.get(`/payments/${payment_id}?force_sync=true`);
    await eventually(async () => ok(await ask()).status !== 'processing', { everyMs: 300 });
  }
  await expectLedgerAgreement(system);
});
