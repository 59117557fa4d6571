import {
  aMerchant,
  cardFields,
  cards,
  eventually,
  ok,
  paymentBody,
  sharedSystem,
  type TestMerchant,
} from '@payorch/harness';
import { effectCount } from '../../support/ledger-check';
import { upload } from '../../support/upload';
import { notAllowed, precondition, refusal, statusAndBody, wrongFormat } from '../../support/wire';

const system = sharedSystem();
let merchant: TestMerchant;
let other: TestMerchant;
beforeAll(async () => {
  [merchant, other] = await Promise.all([aMerchant(system), aMerchant(system)]);
});

type Kind = 'card_bin' | 'extended_card_bin' | 'fingerprint';
const add = (type: Kind, data: string, at = merchant) => at.api.post('/blocklist', { type, data });
const remove = (type: string, data: string, at = merchant) =>
  at.api.raw('DELETE', '/blocklist', JSON.stringify({ type, data }), { 'content-type': 'application/json' });
const toggle = (status: boolean, at = merchant) => at.api.post(`/blocklist/toggle?status=${status}`);
const list = async (query: string, at = merchant) => ok(await at.api.get(`/blocklist?${query}`));
const pay = (at = merchant, more: object = {}) => at.api.post('/payments', paymentBody(more));
const effects = () => effectCount(system, merchant.merchantId);

const blocked = {
  status: 200,
  body: {
    error: { type: 'blocked', message: 'This payment method is blocked', code: 'HE_03', reason: 'Blocked' },
  },
};
const entry = (fingerprint_id: string, data_kind: string) => ({
  fingerprint_id,
  data_kind,
  created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
});

describe('a blocklist', () => {
  it('has no effect until its guard is on, and none once the guard is off', async () => {
    ok(await add('card_bin', '424242'));
    const paid = ok(await pay());
    expect(paid).toMatchObject({ status: 'succeeded', fingerprint: null });
    expect(ok(await toggle(true))).toEqual({ blocklist_guard_status: 'enabled' });
    expect(statusAndBody(await pay())).toEqual(blocked);
    expect(ok(await toggle(false))).toEqual({ blocklist_guard_status: 'disabled' });
    expect(ok(await pay()).status).toBe('succeeded');
    ok(await toggle(true));
    ok(await remove('card_bin', '424242'));
  });

  it.each<[Kind, string, string]>([
    ['card_bin', '424242', 'card_bin'],
    ['extended_card_bin', '42424242', 'extended_card_bin'],
    ['fingerprint', '', 'payment_method'],
  ])('blocks by %s until the entry is removed, before anything is sent', async (type, digits, kind) => {
    const { fingerprint } = ok(await pay());
    const data = digits || (fingerprint as string);
    expect(ok(await add(type, data))).toEqual(entry(data, kind));
    const before = await effects();
    expect(statusAndBody(await pay())).toEqual(blocked);
    expect(await effects()).toBe(before);
    expect(ok(await remove(type, data))).toEqual(entry(data, kind));
    expect(ok(await pay()).status).toBe('succeeded');
  });

  it('blocks a saved card that a payment token names', async () => {
    const { customer_id } = ok(await merchant.api.post('/customers', {}));
    const { card } = cardFields().payment_method_data;
    ok(await merchant.api.post('/payment_methods', { payment_method: 'card', customer_id, card }));
    const { customer_payment_methods } = ok(await merchant.api.get(`/customers/${customer_id}/payment_methods`));
    const { payment_token } = customer_payment_methods[0];
    ok(await add('card_bin', '424242'));
    const chosen = { amount: 6540, currency: 'USD', confirm: true, customer_id, payment_method: 'card', payment_token };
    expect(statusAndBody(await merchant.api.post('/payments', { ...chosen, card_cvc: '123' }))).toEqual(blocked);
    ok(await remove('card_bin', '424242'));
  });

  it('blocks each way to confirm, of a server and of a browser, and the payment fails', async () => {
    ok(await add('card_bin', '424242'));
    const make = async (more: object) =>
      ok(await merchant.api.post('/payments', paymentBody({ confirm: false, ...more })));
    const own = `pay_blocked_${Date.now()}`.slice(0, 30);
    const ways = [
      async () => [own, await pay(merchant, { payment_id: own })] as const,
      async () => {
        const { payment_id } = await make({});
        return [payment_id, await merchant.api.post(`/payments/${payment_id}/confirm`, {})] as const;
      },
      async () => {
        const { payment_id } = await make({});
        return [payment_id, await merchant.api.post(`/payments/${payment_id}`, { confirm: true })] as const;
      },
      async () => {
        const { payment_id, client_secret } = ok(await merchant.api.post('/payments', { amount: 1, currency: 'USD' }));
        const body = { ...cardFields(), client_secret };
        return [payment_id, await merchant.client.post(`/payments/${payment_id}/confirm`, body)] as const;
      },
    ];
    for (const [id, answer] of await Promise.all(ways.map((way) => way()))) {
      expect(statusAndBody(answer)).toEqual(blocked);
      expect(ok(await merchant.api.get(`/payments/${id}`))).toMatchObject({
        status: 'failed',
        error_code: 'HE-03',
        error_message: 'This payment method is blocked',
        connector: null,
        connector_transaction_id: null,
        amount_capturable: 0,
        fingerprint: expect.any(String),
      });
    }
    ok(await remove('card_bin', '424242'));
  });

  it('leaves other cards and other merchants alone', async () => {
    ok(await toggle(true, other));
    ok(await add('card_bin', '555555'));
    ok(await add('card_bin', '424242', other));
    expect(ok(await pay()).status).toBe('succeeded');
    const ours = ok(await pay()).fingerprint as string;
    ok(await add('fingerprint', ours));
    ok(await remove('card_bin', '424242', other));
    const theirs = ok(await pay(other));
    expect(theirs).toMatchObject({ status: 'succeeded', fingerprint: expect.not.stringMatching(ours) });
    ok(await remove('fingerprint', ours));
    ok(await remove('card_bin', '555555'));
  });

  it('answers a confirmation under an Idempotency-Key the same way again', async () => {
    ok(await add('card_bin', '424242'));
    const headers = { 'idempotency-key': `blocked-${Date.now()}` };
    const first = await merchant.api.post('/payments', paymentBody(), headers);
    const again = await merchant.api.post('/payments', paymentBody(), headers);
    expect(statusAndBody(first)).toEqual(blocked);
    expect(again.text).toBe(first.text);
    ok(await remove('card_bin', '424242'));
  });

  it('refuses wrong data, a second entry and an absent one', async () => {
    const six = wrongFormat('data', 'a 6 digit number');
    const eight = wrongFormat('data', 'an 8 digit number');
    expect(statusAndBody(await add('card_bin', '4242'))).toEqual(six);
    expect(statusAndBody(await remove('card_bin', '42424242'))).toEqual(six);
    expect(statusAndBody(await add('extended_card_bin', '424242'))).toEqual(eight);
    expect((await add('fingerprint', cards.succeeds)).status).toBe(422);
    for (const [type, data, isBlocked, isAbsent] of [
      ['card_bin', '400000', 'provided bin is already blocked', 'could not find a blocklist entry for the given bin'],
      [
        ...(['fingerprint', 'fp_1', 'data associated with the given fingerprint is already blocked'] as const),
        'no blocklist record for the given fingerprint id was found',
      ],
    ] as const) {
      ok(await add(type, data));
      expect(statusAndBody(await add(type, data))).toEqual(precondition(isBlocked));
      const absent = refusal(404, 'IR_37', isAbsent);
      expect(statusAndBody(await remove(type, data, other))).toEqual(absent);
      ok(await remove(type, data));
      expect(statusAndBody(await remove(type, data))).toEqual(absent);
    }
  });

  it('is listed by kind and page, for a server and for no browser', async () => {
    for (const data of ['600001', '600002', '600003']) ok(await add('card_bin', data));
    const newest = ['600003', '600002', '600001'].map((data) => entry(data, 'card_bin'));
    expect(await list('data_kind=card_bin')).toEqual({ count: 3, total_count: 3, data: newest });
    const page = { count: 1, total_count: 3, data: [newest[1]] };
    expect(await list('data_kind=card_bin&limit=1&offset=1')).toEqual(page);
    expect(await list('data_kind=payment_method')).toEqual({ count: 0, total_count: 0, data: [] });
    expect(await list('data_kind=card_bin', other)).toEqual({ count: 0, total_count: 0, data: [] });
    expect((await merchant.api.get('/blocklist')).status).toBe(400);
    const { client_secret } = ok(await merchant.api.post('/payments', { amount: 1, currency: 'USD' }));
    for (const answer of [
      await merchant.client.get(`/blocklist?data_kind=card_bin&client_secret=${client_secret}`),
      await merchant.client.get('/blocklist?data_kind=card_bin'),
      await merchant.client.get('/blocklist/batch'),
      await merchant.client.raw(
        'DELETE',
        '/blocklist',
        JSON.stringify({ type: 'card_bin', data: '600001', client_secret }),
        {
          'content-type': 'application/json',
        },
      ),
      await merchant.client.post('/blocklist', { type: 'card_bin', data: '424242', client_secret }),
      await merchant.client.post('/blocklist/toggle?status=false', { client_secret }),
    ])
      expect(answer.status).toBe(401);
  });
});

describe('an upload of a blocklist', () => {
  const send = (text: string, at = merchant) => upload(at.api, '/blocklist/batch', text);
  const job = async (id: string) => ok(await merchant.api.get(`/blocklist/batch/${id}`));

  it('adds the entries of valid rows, counts the others, and blocks at once when it is completed', async () => {
    const many = Array.from({ length: 1_200 }, (_, n) => `extended_card_bin,8${String(n).padStart(7, '0')}`);
    const rows = ['type,data', 'card_bin,424242', 'card_bin,42', 'bin,424242', 'extended_card_bin,80000000', ...many];
    const answer = await send(rows.join('\n'));
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({
      job_id: expect.stringMatching(/^blkbatch_\w{20}$/),
      total_rows: 1_204,
      status: 'initiated',
    });
    const { job_id } = answer.body as { job_id: string };
    const done = await eventually(async () => {
      const seen = await job(job_id);
      expect(seen.status).toBe('completed');
      return seen;
    });
    expect(done).toMatchObject({
      job_id,
      merchant_id: merchant.merchantId,
      total_rows: 1_204,
      succeeded_rows: 1_202,
      failed_rows: 2,
    });
    expect(statusAndBody(await pay())).toEqual(blocked);
    expect(await list('data_kind=extended_card_bin&limit=2')).toMatchObject({ count: 2, total_count: 1_200 });
    expect(ok(await merchant.api.get('/blocklist/batch'))).toEqual({ count: 1, total_count: 1, data: [done] });
    expect(ok(await other.api.get('/blocklist/batch'))).toEqual({ count: 0, total_count: 0, data: [] });
    const absent = refusal(404, 'IR_37', `Batch blocklist job \`${job_id}\` not found`);
    expect(statusAndBody(await other.api.get(`/blocklist/batch/${job_id}`))).toEqual(absent);
    ok(await remove('card_bin', '424242'));
  });

  it('is refused without a file, without a valid row, and with too many rows', async () => {
    expect(statusAndBody(await merchant.api.post('/blocklist/batch'))).toEqual(
      refusal(400, 'IR_33', 'File not found in the request'),
    );
    const empty = notAllowed('CSV must contain at least one valid data row');
    expect(statusAndBody(await send('type,data\n'))).toEqual(empty);
    expect(statusAndBody(await send('type,data\ncard_bin,4242\n'))).toEqual(empty);
    expect(statusAndBody(await send('kind,data\ncard_bin,424242\n'))).toEqual(notAllowed('missing column `type`'));
    expect(statusAndBody(await send(`type,data\n${'card_bin,424242\n'.repeat(100_001)}`))).toEqual(
      notAllowed('CSV exceeds maximum allowed rows (100000); got 100001'),
    );
  });
});
