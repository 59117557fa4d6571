import { aMerchant, apiAt, ok, paymentBody, sharedSystem } from '@payorch/harness';
import type { Json, TestMerchant } from '@payorch/harness';
import { randomUUID } from 'node:crypto';
import { statusAndBody, unauthorized } from '../../support/wire';

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => void (merchant = await aMerchant(system)));

const hour = 3_600_000;
const day = () => ({
  from: new Date(Date.now() - hour).toISOString(),
  till: new Date(Date.now() + hour).toISOString(),
});
const named = { merchant_id: 'merchant_a', merchant_connector_id: 'mca_a' };
const posts = (): readonly (readonly [string, object])[] => [
  ['/ops/reconciliation/processor_records', { ...named, kind: 'payment', ...day() }],
  ['/ops/reconciliation/own_records', { ...named, kind: 'payment', ...day() }],
  ['/ops/reconciliation/syncs', { merchant_id: 'merchant_a', kind: 'payment', id: 'pay_1' }],
  [
    '/ops/reconciliations',
    {
      ...named,
      ...day(),
      run_id: 'run_1',
      connector: 'stripe_test',
      source: 'list',
      kinds: ['payment'],
      by: 'mallory',
      counts: {
        matched: 0,
        double: 0,
        missing_here: 0,
        missing_there: 0,
        different_sums: 0,
        different_states: 0,
        waiting: 0,
      },
      findings: [],
      is_last: true,
    },
  ],
];
const gets = ['/ops/reconciliation/accounts?connector=stripe_test', '/ops/reconciliations'];

it('the routes of reconciliation refuse every key but the admin key', async () => {
  for (const key of [merchant.apiKey, merchant.publishableKey, 'wrong']) {
    const api = apiAt(system.baseUrl('gateway'), { 'api-key': key });
    for (const route of gets) expect(statusAndBody(await api.get(route))).toEqual(unauthorized);
    for (const [route, body] of posts()) expect(statusAndBody(await api.post(route, body))).toEqual(unauthorized);
  }
});

/** The account of a payment, as the list of accounts has it. */
async function accountOf(payment: Json): Promise<Json> {
  for (let cursor = ''; ;) {
    const route = `/ops/reconciliation/accounts?connector=${payment.connector}&limit=100${cursor}`;
    const { data, next } = ok(await system.admin.get(route));
    const found = data.find((one: Json) => one.merchant_connector_id === payment.merchant_connector_id);
    if (found || next === null) return found;
    cursor = `&cursor=${encodeURIComponent(next)}`;
  }
}

it('a payment and its refund are listed at their account, by period and by name, and synced', async () => {
  const payment = ok(await merchant.api.post('/payments', paymentBody()));
  const { payment_id: id, merchant_connector_id: account } = payment;
  const refund = ok(await merchant.api.post('/refunds', { payment_id: id, amount: 100, refund_type: 'instant' }));
  expect(await accountOf(payment)).toMatchObject({ merchant_id: merchant.merchantId, connector: payment.connector });
  const of = { merchant_id: merchant.merchantId, merchant_connector_id: account };
  const own = async (wanted: object) =>
    ok(await system.admin.post('/ops/reconciliation/own_records', { ...of, ...wanted }));
  const listed = await own({ kind: 'payment', ...day() });
  expect(listed.data).toMatchObject([
    {
      object_id: id,
      our_id: `${id}_1`,
      reference: payment.connector_transaction_id,
      state: 'succeeded',
      moved: payment.amount_received,
      is_waiting: false,
    },
  ]);
  expect((await own({ kind: 'payment', references: [payment.connector_transaction_id] })).data).toEqual(listed.data);
  expect((await own({ kind: 'refund', ...day() })).data).toMatchObject([
    { object_id: refund.refund_id, payment_id: id, state: 'succeeded', moved: 100 },
  ]);
  expect((await own({ kind: 'dispute', ...day() })).data).toEqual([]);
  expect((await own({ kind: 'payout', ...day() })).data).toEqual([]);
  const sync = { merchant_id: merchant.merchantId, kind: 'payment', id };
  expect(ok(await system.admin.post('/ops/reconciliation/syncs', sync))).toEqual({
    ...sync,
    before: 'succeeded',
    after: 'succeeded',
    is_changed: false,
  });
  const ofOther = { ...sync, merchant_id: 'merchant_unknown' };
  expect((await system.admin.post('/ops/reconciliation/syncs', ofOther)).status).toBe(404);
});

it('what a run finds is an incident in the one list, which an operator or a later run resolves', async () => {
  const payment = ok(await merchant.api.post('/payments', paymentBody()));
  const { payment_id: id, merchant_connector_id: account, connector } = payment;
  const sides = { state: 'succeeded', amount: 1, moved: 1, currency: 'USD', created_at: new Date().toISOString() };
  const ids = { reference: payment.connector_transaction_id, our_id: `${id}_1`, object_id: id, payment_id: id };
  const counts = {
    matched: 0,
    double: 0,
    missing_here: 0,
    missing_there: 1,
    different_sums: 0,
    different_states: 0,
    waiting: 0,
  };
  const finding = { ...ids, finding: 'missing_there', kind: 'payment', ours: sides, theirs: null };
  const report = {
    merchant_id: merchant.merchantId,
    merchant_connector_id: account,
    connector,
    source: 'list',
    kinds: ['payment'],
    ...day(),
    by: 'ada',
    counts,
    is_last: true,
  };
  const send = async (findings: object[]) =>
    ok(await system.admin.post('/ops/reconciliations', { ...report, run_id: `run_${randomUUID()}`, findings }));
  const openOnes = async (): Promise<Json[]> =>
    ok(await system.admin.get('/ops/incidents?limit=100')).data.filter((one: Json) => one.object_id === id);
  expect(await send([finding])).toMatchObject({ incidents_opened: 1, incidents_resolved: 0 });
  expect(await openOnes()).toMatchObject([
    { kind: 'reconciliation_missing_there', object: 'payment', connector, details: { reference: ids.reference } },
  ]);
  expect(await send([])).toMatchObject({ incidents_opened: 0, incidents_resolved: 1 });
  expect(await openOnes()).toEqual([]);
  await send([finding]);
  const [again] = await openOnes();
  const resolution = { resolved_by: 'ada', reason: 'seen in the dashboard' };
  const resolved = ok(await system.admin.post(`/ops/incidents/${again!.incident_id}/resolve`, resolution));
  expect(resolved).toMatchObject({
    history: [{ event: 'opened' }, { event: 'resolved', by: 'ada' }],
    still_needs: null,
  });
  const { data } = ok(await system.admin.get(`/ops/reconciliations?connector=${connector}&limit=100`));
  expect(data.filter((run: Json) => run.merchant_connector_id === account)).toHaveLength(3);
});
