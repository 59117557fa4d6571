import { connectorBody, eventually, ok, type Json, type System, type TestMerchant } from '@payorch/harness';
import { allApps } from '@payorch/provisioning';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Ended, runReconcile, startReconcile } from '../support/ops-command';
import { createdPayout, toIban, untilPayoutIs } from '../support/payouts';
import { longSessionTimeout, longTimeoutWorker, spawnQuick } from '../support/quick-system';
import { untilRefundIs } from '../support/refund-checks';
import { settlementFile } from '../support/stripe-settlement';
import {
  atStripe,
  intentOf,
  objectAt,
  pay,
  payWith,
  secretKey,
  seen,
  sendEvents,
  stripeCards,
  untilIs,
} from '../shared/stripe/at-stripe';
import { identity } from '../shared/stripe/payouts-at-stripe';

jest.setTimeout(600_000);

const secret = 'whsec_reconciliation';
const stripeKey = { authorization: `Bearer ${secretKey}` };
const dayMs = 86_400_000;
const iso = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();

let system: System;
let merchant: TestMerchant;
/** The merchant's account for payouts has the credentials of the one for payments. */
let payoutAccount: Json;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'reconciliation-'));
  // No job of payments runs, so no sync comes by itself: only the command syncs.
  system = await spawnQuick({
    apps: allApps,
    env: longSessionTimeout,
    appEnv: { 'connector-worker': longTimeoutWorker, payments: { JOB_POLL: '1h' } },
  });
  merchant = await atStripe(system);
  payoutAccount = ok(
    await merchant.api.post(
      `/account/${merchant.merchantId}/connectors`,
      connectorBody('stripe', {
        profile_id: merchant.profileId,
        connector_type: 'payout_processor',
        connector_label: 'payouts',
        payment_methods_enabled: null,
        connector_account_details: { auth_type: 'HeaderKey', api_key: secretKey },
        connector_webhook_details: { merchant_secret: secret },
      }),
    ),
  );
  await sendEvents(system, { ...merchant, connectors: { stripe: payoutAccount } }, secret, { connect: true });
});
afterAll(async () => {
  await system?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const period = (days = 1): string[] => ['--connector', 'stripe', '--from', iso(-days), '--to', iso(1), '--by', 'ada'];
const compare = (name: string, ...more: string[]): Promise<Ended> =>
  runReconcile(system, [...period(), '--out', path.join(folder, name), '--json', ...more]);
const reportOf = ({ stdout, stderr }: Ended): Json => {
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Json;
};
const paymentAccount = (): string => merchant.connectors['stripe'].merchant_connector_id as string;
/** The findings of all accounts as labels such as `missing_here refund`. */
const labels = ({ accounts }: Json): string[] =>
  accounts.flatMap(({ findings }: Json) => findings.map(({ finding, kind }: Json) => `${finding} ${kind}`)).sort();
const openIncidents = async (): Promise<string[]> =>
  ok(await system.admin.get('/ops/incidents'))
    .data.filter(({ kind }: Json) => kind.startsWith('reconciliation_'))
    .map(({ kind, object }: Json) => `${kind} ${object}`)
    .sort();
const post = async ({ payment_id }: Json, action: string, body: object = {}): Promise<Json> =>
  ok(await merchant.api.post(`/payments/${payment_id}/${action}`, body));
const authorize = (): Promise<Json> => pay(merchant, { capture_method: 'manual' });
const atProcessor = async (route: string, form: Record<string, string>): Promise<Json> =>
  ok(
    await system.sandbox.raw('POST', `/v1/${route}`, new URLSearchParams(form).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      ...stripeKey,
    }),
  );

let paid: Json;
let authorized: Json;
let disputed: Json;

async function payInEveryWay(): Promise<void> {
  paid = await pay(merchant);
  authorized = await authorize();
  const partial = await authorize();
  await post(partial, 'capture', { amount_to_capture: 4000 });
  const voided = await authorize();
  await post(voided, 'cancel');
  await payWith(merchant, '4000000000000002');
  const { refund_id } = ok(await merchant.api.post('/refunds', { payment_id: paid.payment_id, amount: 1000 }));
  await untilRefundIs(merchant, refund_id, 'succeeded');
  const direct = { charge_type: 'direct', application_fees: 654, transfer_account_id: 'acct_seller' };
  const atSeller = await pay(merchant, { split_payments: { stripe_split_payment: direct } });
  const split_refunds = { stripe_split_refund: { revert_platform_fee: true } };
  const returned = ok(
    await merchant.api.post('/refunds', { payment_id: atSeller.payment_id, amount: 500, split_refunds }),
  );
  await untilRefundIs(merchant, returned.refund_id, 'succeeded');
  disputed = await payWith(merchant, '4000000000000259', { capture_method: 'automatic' });
  await eventually(async () => (await seen(merchant, disputed)).disputes?.length === 1, { withinMs: 30_000 });
  const payout = await createdPayout(merchant, {
    billing: { address: { first_name: 'Ada', last_name: 'Lovelace' } },
    metadata: identity,
    currency: 'EUR',
    ...toIban('DE89370400440532013000'),
  });
  await untilPayoutIs(merchant, payout.payout_id, 'success', 60_000);
  await untilIs(merchant, partial, 'partially_captured');
  await untilIs(merchant, voided, 'cancelled');
}

/** From now on the processor sends no webhooks. */
async function stopWebhooks(): Promise<void> {
  const { data } = ok(await objectAt(system, '/v1/webhook_endpoints'));
  for (const { id } of data)
    ok(await system.sandbox.raw('DELETE', `/v1/webhook_endpoints/${id}`, undefined, stripeKey));
}

it('what was paid, captured, voided, refunded, disputed and paid out matches, by the list and by a settlement file', async () => {
  await payInEveryWay();
  const listed = await compare('clean');
  const report = reportOf(listed);
  expect(labels(report)).toEqual([]);
  expect(listed.code).toBe(0);
  // Five charges or authorizations and one that failed; a refund; a dispute; a payout at the other account; a direct charge and its refund.
  expect(report.counts).toMatchObject({ matched: 11, missing_here: 0, missing_there: 0 });

  const rows = await settlementFile(system);
  const file = path.join(folder, 'settled.csv');
  writeFileSync(file, rows.join('\n'));
  const settled = await compare('settled', '--account', paymentAccount(), '--file', file);
  expect([labels(reportOf(settled)), settled.code]).toEqual([[], 0]);
  // Three charges, a refund and a dispute: an authorization moved nothing, and a direct charge is another account's.
  expect(reportOf(settled).counts).toMatchObject({ matched: 5 });
  writeFileSync(
    file,
    rows.filter((row) => !row.includes(paid.connector_transaction_id) || row.includes(',refund,')).join('\n'),
  );
  const lacking = await compare('lacking', '--account', paymentAccount(), '--file', file, '--no-report');
  expect([labels(reportOf(lacking)), lacking.code]).toEqual([['missing_there payment'], 1]);
});

it('what is done at the processor alone is found, opens incidents, and is synced where a sync can end it', async () => {
  await stopWebhooks();
  await atProcessor('refunds', { payment_intent: paid.connector_transaction_id, amount: '500' });
  await atProcessor(`payment_intents/${authorized.connector_transaction_id}/capture`, { amount_to_capture: '3000' });
  const { disputes } = await seen(merchant, disputed);
  const { connector_dispute_id: dispute } = ok(await merchant.api.get(`/disputes/${disputes[0].dispute_id}`));
  ok(await system.sandbox.post('/control/stripe/disputes/decide', { dispute, outcome: 'won' }));
  const dropped = await payWith(merchant, stripeCards.executesThenDrops);
  expect(dropped.status).toBe('processing');
  const { metadata } = await intentOf(system, paid);
  await atProcessor('payment_intents', {
    amount: '6540',
    currency: 'usd',
    confirm: 'true',
    payment_method: 'pm_card_visa',
    'metadata[order_id]': metadata.order_id,
  });

  const found = await compare('findings');
  const remaining = ['different_sums payment', 'double payment', 'missing_here refund'];
  const all = ['different_sums dispute', ...remaining, 'waiting payment'];
  expect([labels(reportOf(found)), found.code]).toEqual([all, 1]);
  const csv = readFileSync(path.join(folder, 'findings/findings.csv'), 'utf8');
  const findings = csv
    .trim()
    .split('\r\n')
    .map((line) => line.split(',')[0]);
  expect(findings[0]).toBe('finding');
  // A double charge has a line for each charge.
  expect(findings.slice(1).sort()).toEqual([
    ...['different_sums', 'different_sums', 'double', 'double', 'missing_here', 'waiting'],
  ]);
  // What has waited for less than half an hour needs no person.
  const incidents = all.slice(0, 4).map((label) => `reconciliation_${label}`);
  expect(await openIncidents()).toEqual(incidents);

  const fixing = await compare('fixed', '--fix');
  const fixed = reportOf(fixing);
  expect(fixed.accounts.flatMap((one: Json) => one.fixed)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ object_id: dropped.payment_id, finding: 'waiting', remains: null }),
      expect.objectContaining({ kind: 'dispute', finding: 'different_sums', remains: null }),
      expect.objectContaining({ object_id: paid.payment_id, finding: 'double', remains: 'double' }),
    ]),
  );
  expect(await seen(merchant, dropped)).toMatchObject({ status: 'succeeded' });
  expect(fixing.code).toBe(1);
  expect(labels(fixed)).toEqual(remaining);
  // The sync of a payment takes no capture that we did not request: a person decides.
  expect(await openIncidents()).toEqual(incidents.slice(1));
});

it('a command that is killed goes on where it was, and reports the same', async () => {
  const args = [...period(40), '--json', '--no-report'];
  const out = path.join(folder, 'killed');
  const killed = startReconcile(system, [...args, '--out', out]);
  const parts = (): number => {
    try {
      return readdirSync(path.join(out, 'parts'), { recursive: true }).filter((one) => String(one).endsWith('.json'))
        .length;
    } catch {
      return 0;
    }
  };
  await eventually(async () => parts() >= 20, { withinMs: 120_000, everyMs: 5 });
  killed.kill();
  await killed.ended;
  const resumed = await runReconcile(system, [...args, '--out', out]);
  expect(resumed.stderr).toContain('goes on with the run of');
  const whole = await runReconcile(system, [...args, '--out', path.join(folder, 'whole')]);
  expect([resumed.code, whole.code]).toEqual([1, 1]);
  expect(reportOf(resumed).accounts).toEqual(reportOf(whole).accounts);
});

it('a wrong account, a file without its columns, a used folder and a wrong key are refused by name', async () => {
  const file = path.join(folder, 'wrong.csv');
  writeFileSync(file, 'id,amount\n1,2\n');
  const unknown = await compare('unknown', '--account', 'mca_unknown');
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('no such connector account of stripe')]);
  const columns = await compare('columns', '--account', paymentAccount(), '--file', file);
  expect([columns.code, columns.stderr]).toEqual([2, expect.stringContaining('has no column')]);
  const foreign = await runReconcile(system, [...period(), '--out', folder]);
  expect([foreign.code, foreign.stderr]).toEqual([2, expect.stringContaining('has files of something else')]);
  const refused = await runReconcile({ ...system, adminKey: 'wrong_key' }, period());
  expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining('refuses the admin key')]);
});
