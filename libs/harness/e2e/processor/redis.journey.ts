import Redis from 'ioredis';
import { aMerchant, ok, paymentBody, type Answer, type Json, type TestMerchant } from '@payorch/harness';
import { atStripe } from '../shared/stripe/at-stripe';
import { rowsOf } from '../support/rows';
import { expectLedgerAgreement } from '../support/quick-system';
import { system } from './concurrency-system';

let merchant: TestMerchant;
let atStripes: TestMerchant;
beforeAll(async () => {
  merchant = await aMerchant(system);
  atStripes = await atStripe(system, { listens: false });
});

/** Calls by 8 concurrent clients. */
async function load<T>(items: readonly T[], call: (item: T) => Promise<Answer>): Promise<Answer[]> {
  const waiting = [...items];
  const answers: Answer[] = [];
  const client = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) answers.push(await call(item));
  };
  await Promise.all(Array.from({ length: 8 }, client));
  return answers;
}

const pay = (count: number, more: object = {}) =>
  load([...Array(count).keys()], () => merchant.api.post('/payments', paymentBody(more)));

/** Counts the answers by status and error code, such as `failed CVC_LOST`. */
function ends(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const name =
      status === 200 ? [body.status, body.error_code].filter(Boolean).join(' ') : `${status} ${body.error?.code}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

const flushed = async <T>(work: (flush: () => Promise<unknown>) => Promise<T>): Promise<T> => {
  const redis = new Redis(system.redisUrl);
  try {
    return await work(() => redis.flushall());
  } finally {
    redis.disconnect();
  }
};

describe('with a processor that takes 100 ms', () => {
  beforeAll(async () => void ok(await system.sandbox.post('/control/latency', { ms: 100 })));

  it('Redis flushed every second under 200 payments fails a payment only for a lost CVC', async () => {
    const { answers, flushes } = await flushed(async (flush) => {
      const times: unknown[] = [];
      const flushing = setInterval(() => void flush().then((done) => times.push(done)), 1000);
      const all = await pay(200);
      clearInterval(flushing);
      return { answers: all, flushes: times };
    });
    // On a busy machine a command may miss its deadline: the gateway answers 503, and nothing exists.
    const { succeeded = 0, 'failed CVC_LOST': lost = 0, '503 HE_00': refused503 = 0, ...others } = ends(answers);
    expect(others).toEqual({});
    expect(succeeded + lost + refused503).toBe(200);
    // A CVC is in Redis for a few milliseconds only: at most one per client is lost at each flush.
    expect(lost).toBeLessThanOrEqual(8 * flushes.length);
    expect(flushes.length).toBeGreaterThanOrEqual(2);
    await expectLedgerAgreement(system);
  });

  it('Redis flushed between create and confirm fails the attempt before a request is sent', async () => {
    const created = ok(await merchant.api.post('/payments', paymentBody({ confirm: false })));
    await flushed((flush) => flush());
    const confirmed = ok(await merchant.api.post(`/payments/${created.payment_id}/confirm`));
    expect(confirmed).toMatchObject({ status: 'failed', error_code: 'CVC_LOST' });
    await expectLedgerAgreement(system);
  });

  it('Redis killed under load causes 503 only for requests with a CVC, before anything exists', async () => {
    const authorized = await pay(40, { capture_method: 'manual' });
    expect(ends(authorized)).toEqual({ requires_capture: 40 });
    const stored = ok(await atStripes.api.post('/payments', paymentBody(storing)));
    const underway = pay(100);
    await system.infra.kill('redis');
    // A CVC is in Redis for a few milliseconds only: at most one for each of the 8 clients.
    const { succeeded = 0, 'failed CVC_LOST': lost = 0, '503 HE_00': refused503 = 0, ...others } = ends(await underway);
    expect(others).toEqual({});
    expect(succeeded + lost + refused503).toBe(100);
    expect(lost).toBeLessThanOrEqual(8);

    const existing = await payments();
    const key = { 'idempotency-key': `redis-${Date.now()}` };
    const body = paymentBody();
    const refused = await merchant.api.post('/payments', body, key);
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
    expect(ends(await pay(40))).toEqual({ '503 HE_00': 40 });
    expect(await payments()).toEqual(existing);
    expect(ends(await payWithSavedCardsAndWallets(stored))).toEqual({ succeeded: 12 });
    const ids = authorized.map(({ body }) => body.payment_id as string);
    const captures = await load(ids.slice(0, 20), (id) => merchant.api.post(`/payments/${id}/capture`));
    const voids = await load(ids.slice(20), (id) => merchant.api.post(`/payments/${id}/cancel`));
    const refund = await merchant.api.post('/refunds', { payment_id: ids[0], amount: 100 });
    expect(ends([refund])).toEqual({ succeeded: 1 });
    const reads = await load(ids, (id) => merchant.api.get(`/payments/${id}`));
    expect([ends(captures), ends(voids)]).toEqual([{ succeeded: 20 }, { cancelled: 20 }]);
    expect(ends(reads)).toEqual({ succeeded: 20, cancelled: 20 });

    await system.infra.restart('redis');
    await expectRecovery();
    const again = await merchant.api.post('/payments', body, key);
    expect(ends([again])).toEqual({ succeeded: 1 });
    expect((await merchant.api.post('/payments', body, key)).body).toEqual(again.body);
    await expectLedgerAgreement(system);
  });
});

const storing = {
  customer_id: 'cus_saved',
  setup_future_usage: 'off_session',
  customer_acceptance: { acceptance_type: 'offline', accepted_at: '2026-01-05T10:00:00.000Z' },
};

/** Payments with saved cards and wallets, which use no Redis. */
function payWithSavedCardsAndWallets({ payment_method_id }: Json): Promise<Answer[]> {
  const recurring_details = { type: 'payment_method_id', data: payment_method_id };
  const saved = {
    amount: 6540,
    currency: 'USD',
    confirm: true,
    off_session: true,
    customer_id: 'cus_saved',
    recurring_details,
  };
  const bodies = Array.from({ length: 6 }, () => [saved, paymentBody(googlePay)]).flat();
  return load(bodies, (body) => atStripes.api.post('/payments', body));
}

const googlePay = {
  payment_method: 'wallet',
  payment_method_type: 'google_pay',
  payment_method_data: {
    wallet: {
      google_pay: {
        type: 'CARD',
        description: 'Visa',
        info: { card_network: 'VISA', card_details: '4242' },
        tokenization_data: {
          type: 'PAYMENT_GATEWAY',
          token: JSON.stringify({ id: 'tok_visa', object: 'token', type: 'card' }),
        },
      },
    },
  },
};

const payments = () => rowsOf(system, 'SELECT payment_id FROM payments.intents ORDER BY payment_id', []);

/** The services reconnect to Redis without intervention. */
async function expectRecovery(): Promise<void> {
  const end = performance.now() + 10_000;
  let counts = ends(await pay(8));
  while (counts['succeeded'] !== 8 && performance.now() < end) counts = ends(await pay(8));
  expect(counts).toEqual({ succeeded: 8 });
}
