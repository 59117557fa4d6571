import {
  aMerchant,
  connectorBody,
  eventually,
  ok,
  paymentBody,
  startLoad,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { sealPrefixOf } from '@payorch/platform/sealing';
import {
  type AppName,
  kidsOf,
  loadedKids,
  sealsUnopenable,
  sealsWaiting,
  withFreshKey,
  withLastKeyCurrent,
  withoutOlderKeys,
} from '@payorch/provisioning';
import { atStripe } from '../shared/stripe/at-stripe';
import { aPayoutMerchant, createdPayout, toIban, untilPayoutIs } from '../support/payouts';
import { rowsOf } from '../support/rows';
import { everyAppShows, metricsOf, system } from './rotation-system';

const acceptance = {
  acceptance_type: 'online',
  accepted_at: '2026-01-05T10:00:00.000Z',
  online: { ip_address: '10.0.0.1', user_agent: 'x' },
};
const webhookSecret = 'whsec_of_this_spec';
const users: readonly AppName[] = ['connector-worker', 'gateway', 'payments', 'payouts'];

let merchant: TestMerchant;
/** A merchant with an account at a processor that stores cards. */
let savingMerchant: TestMerchant;
let payoutMerchant: TestMerchant;

beforeAll(async () => {
  const { connector_account_details } = connectorBody('stripe_test');
  const connector_webhook_details = { merchant_secret: webhookSecret };
  merchant = await aMerchant(system, { connector: { connector_account_details, connector_webhook_details } });
  savingMerchant = await atStripe(system);
  payoutMerchant = await aPayoutMerchant(system);
});

const everyUser = (holds: (text: string) => boolean, apps = users): Promise<unknown> => everyAppShows(apps, holds);
const pay = async (more: object): Promise<Json> => ok(await merchant.api.post('/payments', paymentBody(more)));

/** Rows of every table that name a key, without messages about to be published. */
async function rowsNaming(kid: string): Promise<Record<string, number>> {
  const tables = await rowsOf<{ name: string }>(
    system,
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_schema IN ('payments', 'refunds', 'payouts', 'routing', 'gateway', 'connector_worker', 'webhooks')
       AND table_type = 'BASE TABLE' AND table_name <> 'outbox'`,
  );
  const [counts] = await rowsOf<Record<string, number>>(
    system,
    `SELECT ${tables.map(({ name }) => `(SELECT count(*)::int FROM ${name} one WHERE strpos(one::text, $1) > 0) AS "${name}"`).join()}`,
    [sealPrefixOf(kid)],
  );
  return Object.fromEntries(Object.entries(counts!).filter(([, count]) => count > 0));
}

it('after a rotation of the sealing key under load no row names the older key, and payments and payouts succeed without it', async () => {
  const saving = { customer_id: 'cus_a', setup_future_usage: 'off_session', customer_acceptance: acceptance };
  const saved = ok(await savingMerchant.api.post('/payments', paymentBody(saving)));
  expect(saved).toMatchObject({ status: 'succeeded', payment_method_status: 'active' });
  const authorized = await pay({ capture_method: 'manual' });
  const waiting = await pay({ confirm: false });
  const unconfirmed = await createdPayout(payoutMerchant, { confirm: false });
  const unfulfilled = await createdPayout(payoutMerchant, { ...toIban('NL46TEST0136169112'), auto_fulfill: false });
  await untilPayoutIs(payoutMerchant, unfulfilled.payout_id, 'requires_fulfillment');
  const [old] = kidsOf(
    system.changeKeys((secrets) => secrets),
    'sealing',
  );
  const owned = [
    'gateway.merchant_connector_accounts',
    'payments.attempts',
    'payments.payment_methods',
    'payouts.payouts',
  ];
  expect(Object.keys(await rowsNaming(old!))).toEqual(expect.arrayContaining(owned));

  const load = startLoad(() => merchant.api, { seed: 81, clients: 2, pauseMs: 100 });
  system.changeKeys(withFreshKey('sealing'));
  await everyUser((text) => loadedKids(text, 'sealing').length === 2);
  const [fresh] = kidsOf(system.changeKeys(withLastKeyCurrent('sealing')), 'sealing');
  await everyUser((text) => loadedKids(text, 'sealing')[0] === fresh);
  await everyUser((text) => sealsWaiting(text, 'sealing', fresh!) === 0, ['gateway', 'payments', 'payouts']);
  // However slow the machine is.
  await eventually(() => load.log.length > 10);
  const log = await load.stop();
  expect(log.filter(({ outcome }) => outcome !== 'ok')).toEqual([]);
  // A request in progress at the rotation may store an older seal after the resealing pass: the next pass finds it.
  await eventually(async () => Object.keys(await rowsNaming(old!)).length === 0, { withinMs: 30_000 });
  expect((await Promise.all(users.map(metricsOf))).map((text) => sealsUnopenable(text, 'sealing'))).toEqual([
    0, 0, 0, 0,
  ]);
  // The CVC of the request is still sealed with the older key.
  expect(ok(await merchant.api.post(`/payments/${waiting.payment_id}/confirm`, {})).status).toBe('succeeded');

  system.changeKeys(withoutOlderKeys('sealing'));
  await everyUser((text) => loadedKids(text, 'sealing').join() === fresh);
  // A worker with only the newer key reads every account from the topic and opens its credentials.
  await system.kill('connector-worker');
  await system.start('connector-worker');
  const charging = {
    amount: 6540,
    currency: 'USD',
    customer_id: 'cus_a',
    confirm: true,
    off_session: true,
    recurring_details: { type: 'payment_method_id', data: saved.payment_method_id },
  };
  expect(ok(await savingMerchant.api.post('/payments', charging)).status).toBe('succeeded');
  expect(ok(await merchant.api.post(`/payments/${authorized.payment_id}/capture`, {})).status).toBe('succeeded');
  expect((await pay({})).status).toBe('succeeded');
  ok(await payoutMerchant.api.post(`/payouts/${unconfirmed.payout_id}/confirm`, {}));
  ok(await payoutMerchant.api.post(`/payouts/${unfulfilled.payout_id}/fulfill`, { payout_id: unfulfilled.payout_id }));
  for (const { payout_id } of [unconfirmed, unfulfilled]) await untilPayoutIs(payoutMerchant, payout_id, 'success');
});
