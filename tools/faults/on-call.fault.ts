import {
  aMerchant,
  cardFields,
  cards,
  eventually,
  noteFigures,
  ok,
  paymentBody,
  spawnSystem,
  withAdmin,
  type System,
  type TestMerchant,
} from '@payorch/harness';
import type { Admin } from 'kafkajs';
import path from 'node:path';
import { runOps } from '../../libs/harness/e2e/support/ops-command';
import { Prometheus, alertRules, type Finding } from '../../libs/harness/e2e/support/prometheus';
import { produceAgain } from '../../libs/harness/e2e/support/records';
import { rowsOf } from '../../libs/harness/e2e/support/rows';
import { readFileSync } from 'node:fs';

jest.setTimeout(900_000);

const root = path.resolve(__dirname, '../..');
const withinMs = 60_000;

let system: System;
let prometheus: Prometheus;
let merchant: TestMerchant;

beforeAll(async () => {
  const appEnv = {
    'connector-worker': { CALL_TIMEOUT_MS: '2000', LEASE_MS: '2000', CONNECT_TIMEOUT_MS: '1000' },
    payments: { SWEEP_EVERY: '1s' },
  };
  system = await spawnSystem({ appEnv });
  prometheus = await Prometheus.start(system);
  merchant = await aMerchant(system);
  for (let n = 0; n < 3; n++) expect(ok(await merchant.api.post('/payments', paymentBody())).status).toBe('succeeded');
});
afterAll(async () => {
  await prometheus?.stop();
  await system?.stop();
});

/** `npm run ops -- …`, as the runbook of the alert names it. */
async function ops(alert: string, ...args: string[]): Promise<string> {
  const [, section = ''] =
    new RegExp(`^## ${alert}$([\\s\\S]*?)(?=^## |$(?![\\s\\S]))`, 'm').exec(
      readFileSync(path.join(root, 'docs/runbooks.md'), 'utf8'),
    ) ?? [];
  expect(section).toContain(`npm run ops -- ${args[0]}`);
  return runOps(system, args);
}

const ruleOf = (name: string) => {
  const rule = alertRules().find(({ alert }) => alert === name);
  if (!rule) throw new Error(`there is no alert ${name}`);
  return rule;
};

const hasCommitted = (groupId: string, topic: string) => async (admin: Admin) => {
  const [offsets] = await admin.fetchOffsets({ groupId, topics: [topic] });
  return offsets?.partitions.some(({ offset }) => offset !== '-1') ?? false;
};

/** Causes a fault, and waits until the rule finds it and `explains` holds. */
async function exercise(
  name: string,
  labels: Finding['labels'],
  cause: () => Promise<unknown>,
  explains: () => Promise<void>,
): Promise<void> {
  expect(await prometheus.find(ruleOf(name))).toEqual([]);
  const begun = performance.now();
  await cause();
  await eventually(
    async () => {
      expect(await prometheus.find(ruleOf(name))).toContainEqual({
        alert: name,
        labels: expect.objectContaining(labels),
      });
      return true;
    },
    { withinMs, everyMs: 500 },
  );
  const foundMs = Math.round(performance.now() - begun);
  await eventually(() => explains().then(() => true), { withinMs: withinMs - foundMs, everyMs: 500 });
  const explainedMs = Math.round(performance.now() - begun);
  noteFigures({ alert: name, foundMs, explainedMs });
  expect(explainedMs).toBeLessThan(withinMs);
}

it('no rule finds anything in a healthy system', async () => {
  // Each process has been read several times. The delay of an event loop is that of this machine.
  await new Promise((resolve) => setTimeout(resolve, 10_000));
  expect((await prometheus.findAll()).filter(({ alert }) => alert !== 'EventLoopBlocked')).toEqual([]);
});

it('a processor that hangs is found and explained', async () => {
  let paymentId = '';
  const hang = async () => {
    ok(await system.sandbox.post('/control/faults', { match: { kind: 'payment' }, fault: 'hang' }));
    const paid = await Promise.all(Array.from({ length: 6 }, () => merchant.api.post('/payments', paymentBody())));
    paymentId = ok(paid[0]!).payment_id as string;
  };
  await exercise('UnknownOutcomes', { connector: 'stripe_test' }, hang, async () => {
    expect(await ops('UnknownOutcomes', 'payment', paymentId)).toMatch(/unknown/);
  });
  ok(await system.sandbox.raw('DELETE', '/control/faults'));
});

it('a consumer group that is away is found and explained', async () => {
  // An account of its own: the breaker of the other one is open.
  const other = await aMerchant(system);
  const paid = ok(await other.api.post('/payments', paymentBody()));
  expect(paid.status).toBe('succeeded');
  const refund = { payment_id: paid.payment_id, amount: 100 };
  // By its offsets the broker knows what a group reads while it is away.
  ok(await other.api.post('/refunds', refund));
  await eventually(() => withAdmin(system.kafkaBrokers, hasCommitted('refunds', 'refunds.commands')));
  const killed = async () => {
    await system.kill('refunds');
    void other.api.post('/refunds', refund);
  };
  try {
    await exercise('ConsumersAway', { group: 'refunds' }, killed, async () => {
      expect(await ops('ConsumersAway', 'lag')).toMatch(/^refunds +refunds\.commands +away +[1-9]/m);
    });
  } finally {
    await system.start('refunds');
  }
});

it('a poisoned message is found and explained', async () => {
  const topic = 'payments.commands';
  const poison = { topic, key: Buffer.from('m/none'), value: Buffer.from('not JSON'), headers: {} };
  await exercise(
    'DeadLetters',
    { topic: 'dead_letters' },
    () => produceAgain(system, [poison], 1),
    async () => {
      expect(await ops('DeadLetters', 'lag')).toMatch(/dead_letters.*\b1\b/);
    },
  );
});

it('a wrong credential is found and explained', async () => {
  const other = await aMerchant(system, { connectors: ['stripe'] });
  let paymentId = '';
  const pay = async () => {
    const paid = ok(await other.api.post('/payments', paymentBody()));
    expect(paid.status).toBe('failed');
    paymentId = paid.payment_id as string;
  };
  await exercise('WrongCredentials', { connector: 'stripe' }, pay, async () => {
    const account = other.connectors['stripe']!.merchant_connector_id as string;
    expect(await ops('WrongCredentials', 'payment', paymentId)).toContain(account);
  });
});

it('a stuck 3DS authentication is found and explained', async () => {
  let paymentId = '';
  const challenged = async () => {
    const body = paymentBody({ authentication_type: 'three_ds', ...cardFields(cards.threeDs) });
    const begun = ok(await (await aMerchant(system)).api.post('/payments', body));
    expect(begun.status).toBe('requires_customer_action');
    paymentId = begun.payment_id as string;
    // As if the customer had left two hours ago.
    const aged = `UPDATE payments.attempts SET modified_at = now() - interval '2 hours' WHERE payment_id = $1 RETURNING 1`;
    expect(await rowsOf(system, aged, [paymentId])).toHaveLength(1);
  };
  await exercise('AuthenticationsStuck', { connector: 'stripe_test' }, challenged, async () => {
    expect(await ops('AuthenticationsStuck', 'stuck')).toContain(paymentId);
  });
});
