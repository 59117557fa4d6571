import {
  aMerchant,
  eventually,
  giveLane,
  makeLane,
  ok,
  paymentBody,
  type AppProcess,
  type System,
} from '@payorch/harness';
import {
  expectLedgerAgreement,
  longTimeoutWorker,
  paymentApps,
  shortSessionTimeout,
  spawnQuick,
} from '../support/quick-system';
import { operationsOf } from '../support/rows';
import { recordsIn } from '../support/records';
import { retrievePayment, sentTwice } from '../support/ledger-check';

let system: System;
/** Consumes every lane, also new ones. */
let every: AppProcess;
/** Consumes one lane, which is made while it runs. */
let own: AppProcess;

beforeAll(async () => {
  system = await spawnQuick({
    apps: paymentApps.filter((name) => name !== 'connector-worker'),
    // The next sync of a command that waits for its lane comes later than the command.
    appEnv: { payments: { SYNC_PACE_PERCENT: '100', SWEEP_AFTER: '330s' } },
  });
  every = await system.addInstance('connector-worker');
  own = await system.addInstance('connector-worker');
  every.launch({ ...longTimeoutWorker, ...shortSessionTimeout });
  await every.ready();
});
afterAll(() => system?.stop());

const commandsIn = (lane: string) => recordsIn(system, [`connector.commands.${lane}`]);

it('an account moves to a lane and back while its payments run: each is charged, captured and refunded once', async () => {
  const merchant = await aMerchant(system);
  const merchantConnectorId = merchant.connectors['stripe_test']!.merchant_connector_id as string;
  const key = `connector_lane_${merchantConnectorId}`;
  let isOver = false;
  const made: string[] = [];
  /** A shop that captures each payment and refunds a part of it at once. */
  const shop = async (): Promise<void> => {
    while (!isOver) {
      const body = paymentBody({ capture_method: 'manual' });
      const { payment_id: id, status } = ok(await merchant.api.post('/payments', body));
      expect(status).toBe('requires_capture');
      made.push(id);
      ok(await merchant.api.post(`/payments/${id}/capture`));
      expect(ok(await merchant.api.post('/refunds', { payment_id: id, amount: 1_540 })).status).toBe('succeeded');
    }
  };
  const shops = Array.from({ length: 6 }, shop);
  await makeLane(system, 'big_shop');
  await giveLane(system, { connector: 'stripe_test', merchantConnectorId }, 'big_shop');
  await eventually(async () => (await commandsIn('big_shop')).length > 30, { withinMs: 60_000 });
  ok(await system.admin.raw('DELETE', `/configs/${key}`));
  const before = made.length;
  await eventually(() => made.length > before + 10, { withinMs: 60_000 });
  isOver = true;
  await Promise.all(shops);

  await expectLedgerAgreement(system);
  expect(sentTwice(system)).toEqual([]);
  for (const id of made) {
    expect(await retrievePayment(merchant, id)).toMatchObject({ status: 'succeeded', amount_received: 6_540 });
    // No command was overtaken by a sync, which would have forbidden it.
    expect((await operationsOf(system, id)).map(({ state }) => state)).toEqual(['answered', 'answered', 'answered']);
  }
  const commands = [...(await commandsIn('shared')), ...(await commandsIn('big_shop'))];
  const types = (id: string) => commands.filter((one) => String(one.key).endsWith(`/${id}`)).length;
  expect(made.map(types)).toEqual(made.map(() => 3));
});

it('a connector with a lane waits for its own workers alone, and the others for none of them', async () => {
  const slow = await aMerchant(system, { connectors: ['adyen_test'] });
  const other = await aMerchant(system, { connectors: ['fauxpay'] });
  own.launch({ ...longTimeoutWorker, ...shortSessionTimeout, LANES: 'shared' });
  await own.ready();
  await every.end('SIGTERM');
  await giveLane(system, { connector: 'adyen_test' }, 'apart');
  const waiting = slow.api.post('/payments', paymentBody({ payment_id: 'without_workers' }));
  for (let n = 0; n < 5; n++) expect(ok(await other.api.post('/payments', paymentBody())).status).toBe('succeeded');
  expect((await commandsIn('apart')).map(({ headers }) => String(headers['ce_type']))).toEqual(['connector.authorize']);
  every.launch({ ...longTimeoutWorker, ...shortSessionTimeout, LANES: 'apart' });
  ok(await waiting);
  await eventually(async () => (await retrievePayment(slow, 'without_workers')).status === 'succeeded', {
    withinMs: 60_000,
  });
});

it('in the shared lane one partition has all commands of an account, and in its own they are spread', async () => {
  const partitions = (records: Awaited<ReturnType<typeof commandsIn>>, account: string) =>
    new Set(
      records.flatMap(({ partition, value }) =>
        (JSON.parse(String(value)) as { account: { merchantConnectorId: string } }).account.merchantConnectorId ===
        account
          ? [partition]
          : [],
      ),
    );
  const shared = await commandsIn('shared');
  const accounts = new Set(
    shared.map(
      ({ value }) =>
        (JSON.parse(String(value)) as { account: { merchantConnectorId: string } }).account.merchantConnectorId,
    ),
  );
  expect(accounts.size).toBeGreaterThan(1);
  for (const account of accounts) expect(partitions(shared, account).size).toBe(1);
  const [big] = (await commandsIn('big_shop')).map(
    ({ value }) => JSON.parse(String(value)).account.merchantConnectorId,
  );
  expect(partitions(await commandsIn('big_shop'), String(big)).size).toBeGreaterThan(1);
});
