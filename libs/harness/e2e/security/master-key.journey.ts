import { topics } from '@payorch/contracts';
import {
  aMerchant,
  aReceiver,
  eventually,
  ok,
  paymentBody,
  startLoad,
  type Json,
  type Receiver,
  type TestMerchant,
} from '@payorch/harness';
import {
  type AppName,
  kidsOf,
  loadedKids,
  sealsWaiting,
  withFreshKey,
  withLastKeyCurrent,
  withoutOlderKeys,
} from '@payorch/provisioning';
import { recordsIn } from '../support/records';
import { rowsOf } from '../support/rows';
import { everyAppShows, system } from './rotation-system';

/** The services that open personal data. */
const users: readonly AppName[] = ['gateway', 'payments', 'refunds', 'payouts', 'connector-worker', 'webhooks'];
const email = 'ada@acme.example';
const person = { name: 'Ada Lovelace', email, phone: '5551234', customer_id: 'cus_ada' };

let receiver: Receiver;
let merchant: TestMerchant;
let closed: TestMerchant;

beforeAll(async () => {
  receiver = await aReceiver();
  const account = { webhook_details: { webhook_url: receiver.url } };
  [merchant, closed] = await Promise.all([aMerchant(system, { account }), aMerchant(system)]);
});
afterAll(() => receiver?.close());

const everyUser = (holds: (text: string) => boolean, apps = users): Promise<unknown> => everyAppShows(apps, holds);
const post = async (path: string, body: object = {}, of = merchant): Promise<Json> => ok(await of.api.post(path, body));
const pay = (more: object = {}, of = merchant) => post('/payments', paymentBody({ ...person, ...more }), of);
const get = async (path: string): Promise<Json> => ok(await merchant.api.get(path));

/** The wrapped data keys of both merchants, each as merchant, version and master key. */
const wrappedBy = (): Promise<{ merchant_id: string; version: number; kid: string }[]> =>
  rowsOf(
    system,
    `SELECT merchant_id, version, split_part(wrapped, '.', 2) AS kid FROM gateway.data_keys
     WHERE merchant_id = ANY($1) ORDER BY 1, 2`,
    [[merchant.merchantId, closed.merchantId]],
  );
const sealVersions = (): Promise<{ version: string }[]> =>
  rowsOf(
    system,
    `SELECT DISTINCT split_part(body->>'sealed', '.', 2) AS version FROM payments.intents WHERE body ? 'sealed'`,
  );

/** The topic of origin of each dead letter. */
const deadLetters = async () =>
  (await recordsIn(system, [topics.deadLetters.name])).map(({ headers }) => String(headers['x-origin-topic']));

it('after a rotation of the master key under load no request fails, and everything stored before opens without the older key', async () => {
  const paid = await pay();
  const authorized = await pay({ capture_method: 'manual' });
  const waiting = await pay({ confirm: false });
  await post('/customers', { customer_id: 'cus_own', name: 'Grace Hopper', address: { line1: 'Main Street 1' } });
  await pay({}, closed);
  ok(await system.admin.raw('DELETE', `/accounts/${closed.merchantId}`));
  const [old] = kidsOf(
    system.changeKeys((secrets) => secrets),
    'master',
  );
  const before = await wrappedBy();
  expect(before.map(({ merchant_id, version }) => [merchant_id, version])).toEqual(
    [merchant.merchantId, closed.merchantId].sort().flatMap((id) => [0, 1].map((version) => [id, version])),
  );
  expect(new Set(before.map(({ kid }) => kid))).toEqual(new Set([old]));

  // Webhooks that are requested now wait in their topic, with the key as the older master key wraps it.
  await eventually(() => receiver.calls.length >= 2);
  await system.kill('webhooks', 'SIGTERM');
  const unsent = await pay();

  const load = startLoad(() => merchant.api, { seed: 82, clients: 2, pauseMs: 100 });
  system.changeKeys(withFreshKey('master'));
  await everyUser(
    (text) => loadedKids(text, 'master').length === 2,
    users.filter((app) => app !== 'webhooks'),
  );
  const [fresh] = kidsOf(system.changeKeys(withLastKeyCurrent('master')), 'master');
  await everyUser(
    (text) => loadedKids(text, 'master')[0] === fresh,
    users.filter((app) => app !== 'webhooks'),
  );
  await everyUser((text) => sealsWaiting(text, 'master', fresh!) === 0, ['gateway']);
  await system.start('webhooks');
  // Requests under the newer key.
  const doneBefore = load.log.length;
  await eventually(() => load.log.length > doneBefore + 10, { withinMs: 30_000 });
  const log = await load.stop();
  expect(log.filter(({ outcome }) => outcome !== 'ok')).toEqual([]);

  // The keys are the same: only the master key that wraps them changed, also for an account that is closed.
  const after = await wrappedBy();
  expect(after).toEqual(before.map((key) => ({ ...key, kid: fresh })));
  expect(await sealVersions()).toEqual([{ version: '1' }]);
  await eventually(() => receiver.calls.some(({ body }) => body.includes(unsent.payment_id)), { withinMs: 30_000 });
  const delivered = receiver.calls.find(({ body }) => body.includes(unsent.payment_id))!;
  expect(JSON.parse(delivered.body).content.object).toMatchObject({ email, name: person.name });
  const pending = async () =>
    (await rowsOf(system, `SELECT 1 FROM webhooks.deliveries WHERE state <> 'delivered'`)).length;
  await eventually(async () => (await pending()) === 0, { withinMs: 30_000 });

  system.changeKeys(withoutOlderKeys('master'));
  await everyUser((text) => loadedKids(text, 'master').join() === fresh);
  // A process that starts now has never known the older key.
  for (const app of users) {
    await system.kill(app, 'SIGTERM');
    await system.start(app);
  }
  expect(await get(`/payments/${paid.payment_id}`)).toMatchObject({ email, name: person.name, phone: person.phone });
  expect(await get('/customers/cus_own')).toMatchObject({ name: 'Grace Hopper', address: { line1: 'Main Street 1' } });
  const listed = await post('/payments/list', { customer_email: email, limit: 50 });
  expect(listed.data.map(({ payment_id }: Json) => payment_id)).toEqual(
    expect.arrayContaining([paid.payment_id, authorized.payment_id, waiting.payment_id]),
  );
  expect(await post(`/payments/${authorized.payment_id}/capture`)).toMatchObject({ status: 'succeeded', email });
  expect(await post(`/payments/${waiting.payment_id}/confirm`)).toMatchObject({ status: 'succeeded', email });
  expect(await post('/refunds', { payment_id: paid.payment_id, amount: 100 })).toMatchObject({ status: 'succeeded' });
  const webhooksBefore = receiver.calls.length;
  expect(await pay()).toMatchObject({ status: 'succeeded', email });
  await eventually(() => receiver.calls.length > webhooksBefore);
  expect(await deadLetters()).toEqual([]);
});
