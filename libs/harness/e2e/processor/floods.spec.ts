import {
  aMerchant,
  cardFields,
  cards,
  connectorBody,
  eventually,
  ok,
  paymentBody,
  type Answer,
  type System,
  type TestMerchant,
} from '@payorch/harness';
import { apiAt } from '../../src/http';
import { eventAbout, paymentAtProcessor, signed, postWebhook, webhookPath } from '../support/processor-webhook';
import { longSessionTimeout, spawnQuick } from '../support/quick-system';
import { operationsOf, rowsOf } from '../support/rows';
import { choose, visit } from '../support/browser';
import { retrievePayment } from '../support/ledger-check';

const connector = 'stripe_test';
const secret = 'whsec_of_this_spec';

let system: System;
let merchant: TestMerchant;

// Syncs are so late that only webhooks deliver outcomes; each caller has its own address.
beforeAll(async () => {
  system = await spawnQuick({
    env: longSessionTimeout,
    appEnv: {
      payments: { SYNC_PACE_PERCENT: '1000', SWEEP_AFTER: '330s' },
      gateway: { TRUSTED_PROXIES: '127.0.0.0/8', WRONG_KEYS_PER_MINUTE: '5', WRONG_CLIENT_SECRETS_PER_MINUTE: '3' },
    },
  });
  const { connector_account_details } = connectorBody(connector);
  const details = { connector_account_details, connector_webhook_details: { merchant_secret: secret } };
  merchant = await aMerchant(system, { connectors: [connector], connector: details });
});
afterAll(() => system?.stop());

const bytesOnDisk = async (): Promise<number> => {
  const [row] = await rowsOf<{ bytes: string }>(
    system,
    `SELECT sum(pg_total_relation_size(c.oid)) AS bytes FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
     WHERE nspname IN ('gateway', 'connector_worker', 'payments') AND relkind = 'r'`,
  );
  return Number(row!.bytes);
};

it('a flood of forged webhooks stores only counts, and a genuine webhook is applied meanwhile', async () => {
  const { payment_id } = ok(await merchant.api.post('/payments', paymentBody(cardFields('4000000000070047'))));
  const [operation] = await operationsOf(system, payment_id);
  const genuine = eventAbout(await paymentAtProcessor(system, operation!.operation_id), 'payment.succeeded');
  const path = webhookPath(merchant, connector);
  const forgery = JSON.stringify({ id: 'evt_forged', pad: 'x'.repeat(255_000) });
  const before = await bytesOnDisk();
  const answers: Answer[] = [];
  const flood = async (isWellFormed: boolean) => {
    for (let sent = 0; sent < 100; sent++)
      answers.push(await postWebhook(system, path, forgery, isWellFormed ? signed(forgery, 'whsec_wrong') : undefined));
  };
  const flooding = Promise.all([flood(true), flood(false)]);
  await eventually(() => answers.length > 80);
  ok(await postWebhook(system, path, genuine, signed(genuine, secret)));
  await flooding;

  expect(new Set(answers.map(({ status, body }) => `${status} ${body.error.code}`))).toEqual(
    new Set(['401 WE_01', '429 IR_16']),
  );
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(60);
  const limited = answers.find(({ status }) => status === 429);
  expect(limited?.body.error.type).toBe('invalid_request');
  expect(Number(limited?.headers['retry-after'])).toBeGreaterThan(0);
  await eventually(async () => (await retrievePayment(merchant, payment_id)).status === 'succeeded');
  expect((await bytesOnDisk()) - before).toBeLessThan(1_000_000);

  const { counts, last } = ok(await system.admin.get(`${path}/refused`));
  expect(counts).toEqual({ no_timely_signature: 100, wrong_signature: 100 });
  expect(last.length).toBeLessThanOrEqual(100);
  expect(Math.max(...last.map(({ body }: { body: string | null }) => body?.length ?? 0))).toBe(2_048);
  expect((await merchant.api.get(`${path}/refused`)).status).toBe(401);
});

const from = (address: string, headers: Record<string, string>) =>
  apiAt(system.baseUrl('gateway'), { ...headers, 'x-forwarded-for': address });
const statusesOf = async (times: number, call: () => Promise<Answer>): Promise<number[]> => {
  const statuses: number[] = [];
  for (let sent = 0; sent < times; sent++) statuses.push((await call()).status);
  return statuses;
};

it('wrong keys are limited by address, and a valid key from the same address is not', async () => {
  const wrong = from('192.0.2.1', { 'api-key': `dev_${'0'.repeat(64)}` });
  expect(await statusesOf(7, () => wrong.get('/payments/pay_1'))).toEqual([401, 401, 401, 401, 401, 429, 429]);
  const { apiKey } = merchant;
  expect((await from('192.0.2.1', { 'api-key': apiKey }).get('/payments/list?limit=1')).status).toBe(200);
  const elsewhere = from('192.0.2.2', { 'api-key': `dev_${'0'.repeat(64)}` });
  expect(await statusesOf(1, () => elsewhere.get('/payments/pay_1'))).toEqual([401]);
});

it('wrong client secrets are limited by payment and address, and the valid one is not', async () => {
  const { payment_id, client_secret } = ok(await merchant.api.post('/payments', paymentBody({ confirm: false })));
  const { publishableKey } = merchant;
  const client = from('192.0.2.3', { 'api-key': publishableKey });
  const retrieveWith = (text: string) => client.get(`/payments/${payment_id}?client_secret=${text}`);
  expect(await statusesOf(5, () => retrieveWith(`${payment_id}_secret_wrong`))).toEqual([400, 400, 400, 429, 429]);
  expect((await retrieveWith(client_secret)).status).toBe(200);
});

describe('the card-testing guard of a profile', () => {
  const blocked = [400, 'IR_16', 'Blocked due to suspicious activity'];
  const outcomeOf = ({ status, body }: Answer) =>
    status === 200 ? body.status : [status, body.error.code, body.error.message];
  const guarding = async (rules: object): Promise<TestMerchant> => {
    const made = await aMerchant(system, { connectors: [connector] });
    const card_testing_guard_config = {
      card_ip_blocking_status: 'disabled',
      card_ip_blocking_threshold: 2,
      guest_user_card_blocking_status: 'disabled',
      guest_user_card_blocking_threshold: 2,
      customer_id_blocking_status: 'disabled',
      customer_id_blocking_threshold: 2,
      card_testing_guard_expiry: 600,
      ...rules,
    };
    const profile = `/account/${made.merchantId}/business_profile/${made.profileId}`;
    ok(await made.api.post(profile, { card_testing_guard_config }));
    return made;
  };
  const declined = cardFields('4000000000000002');
  const at = (of: TestMerchant, address: string) => from(address, { 'api-key': of.apiKey });

  it('blocks a card at an address after so many failures, confirmed by a browser or by the merchant', async () => {
    const guarded = await guarding({ card_ip_blocking_status: 'enabled' });
    const outcomes: unknown[] = [];
    for (let sent = 0; sent < 3; sent++)
      outcomes.push(outcomeOf(await at(guarded, '192.0.2.9').post('/payments', paymentBody(declined))));
    expect(outcomes).toEqual(['failed', 'failed', blocked]);
    expect(outcomeOf(await at(guarded, '192.0.2.9').post('/payments', paymentBody()))).toBe('succeeded');

    const waiting = ok(await guarded.api.post('/payments', paymentBody({ ...declined, confirm: false })));
    const { client_secret } = waiting;
    const browser = from('192.0.2.9', { 'api-key': guarded.publishableKey });
    expect(outcomeOf(await browser.post(`/payments/${waiting.payment_id}/confirm`, { client_secret }))).toEqual(
      blocked,
    );
    expect(ok(await guarded.api.get(`/payments/${waiting.payment_id}`)).status).toBe('requires_confirmation');
    expect(outcomeOf(await at(guarded, '192.0.2.10').post('/payments', paymentBody(declined)))).toBe('failed');
  });

  it('counts a payment that fails after its challenge', async () => {
    const guarded = await guarding({ card_ip_blocking_status: 'enabled' });
    const pay = () => at(guarded, '192.0.2.11').post('/payments', paymentBody(cardFields(cards.threeDs)));
    for (let sent = 0; sent < 2; sent++) {
      const { next_action } = ok(await pay());
      await visit(await choose(next_action.redirect_to_url, 'reject'));
    }
    expect(outcomeOf(await pay())).toEqual(blocked);
  });

  it('blocks a customer with any card, and lets at most two concurrent failures through', async () => {
    const guarded = await guarding({ customer_id_blocking_status: 'enabled' });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        at(guarded, '192.0.2.11').post('/payments', paymentBody({ ...declined, customer_id: 'cus_1' })),
      ),
    );
    const failed = answers.filter((answer) => outcomeOf(answer) === 'failed');
    expect(failed.length).toBeLessThanOrEqual(2);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(8 - failed.length);
    const other = paymentBody({ customer_id: 'cus_2' });
    expect(outcomeOf(await at(guarded, '192.0.2.11').post('/payments', other))).toBe('succeeded');
  });
});
