import { randomUUID } from 'node:crypto';
import {
  aMerchant,
  cardFields,
  eventually,
  ok,
  paymentBody,
  type Answer,
  type Json,
  type System,
  type TestMerchant,
} from '@payorch/harness';
import {
  aSigningMerchant,
  eventAbout,
  paymentAtProcessor,
  signed,
  postWebhook,
  webhookPath,
} from '../support/processor-webhook';
import { expectLedgerAgreement, spawnQuick } from '../support/quick-system';
import { sealsOf } from '../support/opened';
import { operationsOf, rowsOf } from '../support/rows';
import { effectLabelsOf, retrievePayment } from '../support/ledger-check';

const connector = 'stripe_test';
const secret = 'whsec_of_the_first';
const minuteMs = 60_000;
const cardsThat = { notifyEarly: '4000000000070161', settleLater: '4000000000070112', hang: '4000000000070021' };

let system: System;
let merchant: TestMerchant;
let foreigner: TestMerchant;

// Syncs are so late that only webhooks deliver outcomes.
beforeAll(async () => {
  system = await spawnQuick({
    appEnv: {
      payments: { SYNC_PACE_PERCENT: '1000', SWEEP_AFTER: '330s' },
      // Without rate limits: floods.spec.ts tests them.
      gateway: { REFUSED_WEBHOOKS_PER_MINUTE: '0', NAMED_SYNC_EVERY: '2s' },
    },
  });
  [merchant, foreigner] = (await Promise.all(
    [secret, 'whsec_of_the_second'].map((one) => aSigningMerchant(system, { secret: one })),
  )) as [TestMerchant, TestMerchant];
});
afterAll(() => system?.stop());

const pay = async (more: object = {}): Promise<Json> => ok(await merchant.api.post('/payments', paymentBody(more)));
const path = (of = merchant) => webhookPath(of, connector);
const post = (body: string, key = secret) => postWebhook(system, path(), body, signed(body, key));

/** The processor's current state of a payment. */
async function atProcessor(paymentId: string): Promise<Json> {
  const [operation] = await operationsOf(system, paymentId);
  return paymentAtProcessor(system, operation!.operation_id);
}

interface StoredWebhook {
  readonly merchant_id: string;
  readonly webhook_id: string;
  readonly verdict: string | null;
  readonly sealed_body: string;
}
/** All stored webhooks with their bodies opened. */
async function storedWebhooks(): Promise<{ readonly verdict: string | null; readonly body: string }[]> {
  const rows = await rowsOf<StoredWebhook & object>(
    system,
    'SELECT merchant_id, webhook_id, verdict, sealed_body FROM gateway.processor_webhooks',
    [],
  );
  const merchants = [...new Set(rows.map(({ merchant_id }) => merchant_id))];
  const seals = new Map(await Promise.all(merchants.map(async (id) => [id, await sealsOf(system, id)] as const)));
  return rows.map(({ merchant_id: merchantId, webhook_id: objectId, verdict, sealed_body }) => {
    const place = { merchantId, objectId, column: 'processor_webhooks.body' };
    return { verdict, body: Buffer.from(seals.get(merchantId)!.open(sealed_body, place), 'base64').toString() };
  });
}
const isStored = async (body: string, verdict: string | null = 'verified') =>
  (await storedWebhooks()).filter((row) => row.verdict === verdict && row.body === body).length;
/** Everything that a verified event could change. Our own syncs raise an open payment's version, but change none of this. */
const verifiedState = async () => {
  const all = (columns: string, table: string) =>
    rowsOf(system, `SELECT merchant_id, payment_id, ${columns} FROM ${table} ORDER BY merchant_id, payment_id, 3`);
  const [payments, attempts, captures, incidents, operations, disputes, waiting] = await Promise.all([
    all('status, amount, amount_capturable, amount_received', 'payments.intents'),
    all('number, state, authorized_amount, captured_amount, connector_transaction_id', 'payments.attempts'),
    all('capture_id, status, amount, connector_capture_id', 'payments.captures'),
    all('kind, resolved_at', 'payments.incidents'),
    all('operation_id, flow, state, amount, reference', 'connector_worker.operations'),
    all('dispute_id, version', 'payments.disputes'),
    rowsOf(system, 'SELECT message_id FROM connector_worker.unmatched_disputes'),
  ]);
  return { payments, attempts, captures, incidents, operations, disputes, waiting };
};
/** The version of an authorized payment, which is never synced. */
const versionOf = (paymentId: string) =>
  rowsOf(system, 'SELECT version FROM payments.intents WHERE payment_id = $1', [paymentId]);
const storedEvents = async (ids: readonly string[]) =>
  (await rowsOf(system, 'SELECT 1 FROM connector_worker.processor_events WHERE event_id = ANY($1)', [ids])).length;
/** What the merchant sees of the webhooks of its account. */
const received = async (query = '', of = merchant): Promise<Json> => {
  const id = of.connectors[connector].merchant_connector_id as string;
  return ok(await of.api.get(`/account/${of.merchantId}/connectors/webhooks/${id}/received${query}`));
};
const receivedAbout = async (event: string): Promise<Json> => {
  const { data } = await received('?limit=100');
  return data.find(({ event_id }: Json) => event_id === JSON.parse(event).id);
};
const deliveries = () => system.ledger().filter(({ entry }) => entry === 'delivery');

it('a webhook that arrives before the answer to its call is accepted', async () => {
  const before = deliveries().length;
  const payment = await pay(cardFields(cardsThat.notifyEarly));
  expect(payment).toMatchObject({ status: 'succeeded', amount_received: 6540 });
  const [delivery] = await eventually(() => (deliveries().length > before ? deliveries().slice(before) : undefined));
  expect(delivery).toMatchObject({ outcome: 'delivered', attempt: 1, http: 200 });
  expect(effectLabelsOf(system, payment.payment_id)).toEqual(['charge 6540']);
});

it('a later settlement becomes known by the webhook without a lookup', async () => {
  const { payment_id, status } = await pay(cardFields(cardsThat.settleLater));
  expect(status).toBe('processing');
  await eventually(async () => (await retrievePayment(merchant, payment_id)).status === 'succeeded');
  const lookups = system.ledger().filter(({ entry, kind }) => entry === 'request' && kind === 'lookup');
  expect(lookups).toEqual([]);
});

it('one event delivered 50 times at once is applied once', async () => {
  const { payment_id } = await pay({ capture_method: 'manual' });
  const event = eventAbout(await atProcessor(payment_id), 'payment.authorized');
  const at = Date.now();
  const before = [await verifiedState(), await versionOf(payment_id)];
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => postWebhook(system, path(), event, signed(event, secret, { at }))),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
  await eventually(async () => (await isStored(event)) === 1);
  expect([await verifiedState(), await versionOf(payment_id)]).toEqual(before);
  await eventually(async () => (await storedEvents([JSON.parse(event).id])) === 1);
  const shown = await receivedAbout(event);
  expect(shown).toMatchObject({ is_verified: true, event_type: 'payment.authorized', repeats: 49, duplicate_of: null });
  expect(shown.changed).toEqual([expect.objectContaining({ type: 'payment', id: payment_id, outcome: 'authorized' })]);
  // Another body with the same event: Stripe changes a counter in an event that it sends again.
  const other = eventAbout(await atProcessor(payment_id), 'payment.authorized', JSON.parse(event).id);
  ok(await post(`${other} `));
  const duplicates = await eventually(async () => {
    const { data } = await received('?status=duplicate');
    return data.length > 0 ? (data as Json[]) : undefined;
  });
  expect(duplicates).toMatchObject([{ event_id: JSON.parse(event).id, duplicate_of: shown.webhook_id, changed: [] }]);
  expect(await versionOf(payment_id)).toEqual(before[1]);
});

it('an outdated event is accepted and changes nothing', async () => {
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
  // The sync has the same key, so it is handled after the events.
  expect(ok(await merchant.api.get(`/payments/${payment_id}?force_sync=true`))).toMatchObject({
    status: 'succeeded',
    amount_received: 6540,
  });
});

it('an event with another amount than the requested one is not applied', async () => {
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
      (body) => ({ body: body.replace(/succeeded|dispute_lost/, 'failed'), signature: signed(body, secret) }),
    ],
  ];
  const forged: string[] = [];
  let open: Json;
  let before: unknown;

  // Lookups fail meanwhile, so that only a forged event could end the payment.
  beforeAll(async () => {
    ok(await system.sandbox.post('/control/faults', { match: { connector, kind: 'lookup' }, fault: 'fail_500' }));
    open = await pay(cardFields(cardsThat.hang));
    before = await verifiedState();
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
    const opened = new Date().toISOString();
    const dispute = {
      id: 'dis_forged',
      payment_id: claim.id,
      reference: claim.reference,
      stage: 'dispute',
      status: 'dispute_lost',
      amount: claim.amount,
      currency: claim.currency,
      refundable: false,
      reason: null,
      reason_code: null,
      challenge_by: null,
      opened,
      updated: opened,
      answers: [],
    };
    const answers: Answer[] = [];
    for (let sent = 0; sent < each; sent += 20) {
      const some = Array.from({ length: 20 }, async (_one, at) => {
        const event = at % 2 === 0 ? eventAbout(claim, 'payment.succeeded') : eventAbout(dispute, 'dispute.updated');
        forged.push(JSON.parse(event).id);
        const { body, signature } = forge(event);
        return postWebhook(system, path(), body, signature);
      });
      answers.push(...(await Promise.all(some)));
    }
    const results = new Set(answers.map(({ status, body }) => `${status} ${body.error?.code}`));
    expect([...results]).toEqual(['401 WE_01']);
    expect(answers).toHaveLength(each);
  });

  it('change nothing', async () => {
    expect(await verifiedState()).toEqual(before);
    expect(forged).toHaveLength(each * forgeries.length);
    expect(await storedEvents(forged)).toBe(0);
    const bodies = await storedWebhooks();
    expect(bodies.filter(({ body }) => forged.some((id) => body.includes(id)))).toEqual([]);
    expect(effectLabelsOf(system, open.payment_id)).toEqual([]);
  });

  it('are counted for the merchant by why they were not verified, and sampled', async () => {
    // The gateway writes its counts in rounds.
    const unverified_counts = await eventually(async () => {
      const counts = (await received()).unverified_counts as Record<string, number>;
      return Object.values(counts).reduce((sum, one) => sum + one, 0) >= 1_000 ? counts : undefined;
    });
    expect(unverified_counts).toEqual({
      no_signature: 200,
      malformed_signature: 200,
      stale_signature: 100,
      wrong_signature: 500,
    });
    const { data, count, has_more } = await received('?status=wrong_signature&limit=100');
    expect(count).toBeGreaterThan(0);
    expect([data.length, has_more]).toEqual([count, false]);
    for (const one of data) expect(one).toMatchObject({ is_verified: false, webhook_id: null, changed: [] });
    expect(JSON.stringify(data)).not.toMatch(/x-test-signature|payment\.succeeded/);
    expect((await received('', foreigner)).unverified_counts).toEqual({});
    const id = merchant.connectors[connector].merchant_connector_id as string;
    const byOperator = await system.admin.get(`/webhooks/${merchant.merchantId}/${id}/received`);
    expect(ok(byOperator).unverified_counts).toEqual(unverified_counts);
  });
});

it('a genuine event at the account of another merchant is refused', async () => {
  const { payment_id } = await pay();
  const event = eventAbout(await atProcessor(payment_id), 'payment.succeeded');
  const refused = await postWebhook(system, path(foreigner), event, signed(event, secret));
  expect([refused.status, refused.body.error.code]).toEqual([401, 'WE_01']);
});

it('an unsigned event at an account without a secret only triggers one sync, however often it is delivered', async () => {
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

describe('without a running part of the system', () => {
  /** A genuine event with a new outcome: the payment was charged, and the answer lost. */
  async function chargedWithoutAnswer(): Promise<{ paymentId: string; event: string }> {
    const { payment_id } = await pay(cardFields('4000000000070047'));
    return { paymentId: payment_id, event: eventAbout(await atProcessor(payment_id), 'payment.succeeded') };
  }

  it('an event is accepted without the worker, and applied after the worker’s restart', async () => {
    const { paymentId, event } = await chargedWithoutAnswer();
    await system.kill('connector-worker');
    ok(await post(event));
    expect((await retrievePayment(merchant, paymentId)).status).toBe('processing');
    await system.start('connector-worker');
    await eventually(async () => (await retrievePayment(merchant, paymentId)).status === 'succeeded', {
      withinMs: 60_000,
    });
  });

  it('an event is stored before the gateway answers: a gateway that dies in between applies it after its restart', async () => {
    const { paymentId, event } = await chargedWithoutAnswer();
    await system.kill('gateway', 'SIGTERM');
    await system.start('gateway', { FAIL_POINTS: 'webhook-stored-before-verdict=kill', WEBHOOK_SWEEP_EVERY: '200ms' });
    await expect(post(event)).rejects.toThrow();
    await system.app('gateway').whenEnded();
    const rows = (await storedWebhooks()).filter(({ body }) => body === event);
    expect(rows.map(({ verdict }) => verdict)).toEqual([null]);
    await system.start('gateway', { WEBHOOK_SWEEP_EVERY: '200ms' });
    await eventually(async () => (await retrievePayment(merchant, paymentId)).status === 'succeeded', {
      withinMs: 20_000,
    });
    await eventually(async () => (await isStored(event)) === 1);
  });
});

it.each([
  ['no JSON', '{"id":', 400, 'WE_02'],
  ['JSON that is no event', `{"id":"${randomUUID()}"}`, 400, 'WE_02'],
])('a signed body that is %s is refused as unreadable', async (_, body, status, code) => {
  const answer = await post(body);
  expect([answer.status, answer.body.error.code]).toEqual([status, code]);
});

it('every payment agrees with the ledger after a sync', async () => {
  const open = await rowsOf<{ payment_id: string }>(
    system,
    `SELECT payment_id FROM payments.intents WHERE status = 'processing'`,
  );
  for (const { payment_id } of open) {
    const sync = () => merchant.api.get(`/payments/${payment_id}?force_sync=true`);
    await eventually(async () => ok(await sync()).status !== 'processing', { everyMs: 300 });
  }
  await expectLedgerAgreement(system);
});
