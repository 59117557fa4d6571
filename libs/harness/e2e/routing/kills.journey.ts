import { Client } from 'pg';
import { aMerchant, eventually, ok, paymentBody, type TestMerchant } from '@payorch/harness';
import { placeOf } from '@payorch/routing-rules';
import { retrievePayment, sentTwice } from '../support/ledger-check';
import { recordsIn } from '../support/records';
import { rowsOf } from '../support/rows';
import { system } from './fault-system';
import {
  activated,
  attemptRoutedBy,
  attemptsOf,
  expectOneCharge,
  firstAttemptOf,
  halves,
  only,
  routingVersionOf,
  store,
  type Activation,
} from './known-algorithms';

/** Payments of which half are sent to each account. */
const namesOf = (prefix: string): string[] => {
  const names = Array.from({ length: 100 }, (_, index) => `${prefix}_${index}`);
  const isFirstHalf = (name: string): boolean => placeOf(firstAttemptOf(name)) < 50;
  return [...names.filter(isFirstHalf).slice(0, 3), ...names.filter((name) => !isFirstHalf(name)).slice(0, 3)];
};

const points = [
  ['decided-before-publish', 'unsent'],
  ['after-publish-before-offset', 'sent'],
] as const;

const topics = ['stripe_test', 'adyen_test'].map((connector) => `connector.${connector}.commands`);

interface Command {
  readonly account: { readonly connector: string; readonly merchantConnectorId: string };
  readonly decision: { readonly routingVersion: number; readonly accountVersion: number };
}

describe.each(points)('routing that is killed %s', (point, prefix) => {
  let merchant: TestMerchant;
  let begunUnder: Activation;
  beforeEach(async () => {
    merchant = await aMerchant(system, { connectors: ['stripe_test', 'adyen_test'] });
    begunUnder = await activated(merchant, halves(merchant));
  });

  const pay = (names: readonly string[]) =>
    Promise.all(
      names.map(async (payment_id) => void ok(await merchant.api.post('/payments', paymentBody({ payment_id })))),
    );

  /** The published authorizations of each payment, in order. */
  const commandsOf = async (names: readonly string[]): Promise<Map<string, Command[]>> => {
    const found = new Map<string, Command[]>(names.map((name) => [name, []]));
    for (const { value, headers } of await recordsIn(system, topics)) {
      if (String(headers['ce_type']) !== 'connector.authorize') continue;
      const command = JSON.parse(String(value)) as Command & { readonly paymentId: string };
      found.get(command.paymentId)?.push(command);
    }
    return found;
  };

  /**
   * Each payment is routed by the activation under which it began, and is charged there once. Returns the versions of the
   * merchant's settings that its commands were decided with.
   */
  async function expectBegunAndPaid(names: readonly string[]): Promise<readonly number[]> {
    for (const name of names) {
      await eventually(async () => (await retrievePayment(merchant, name)).status === 'succeeded', {
        withinMs: 30_000,
      });
      const attempts = await attemptsOf(merchant, name);
      expect(attempts).toEqual([attemptRoutedBy(begunUnder, firstAttemptOf(name))]);
      expectOneCharge(name, attempts[0].taken.connector as string);
    }
    expect(sentTwice(system)).toEqual([]);
    const commands = await commandsOf(names);
    for (const [name, sent] of commands) {
      const [first] = begunUnder.algorithm.choiceFor(firstAttemptOf(name)).order;
      const { connector, merchant_connector_id: merchantConnectorId } = first!;
      const { version: routingVersion } = begunUnder;
      expect(sent).toMatchObject(
        sent.map(() => ({ account: { connector, merchantConnectorId }, decision: { routingVersion } })),
      );
    }
    const times = [...commands.values()].map(({ length }) => length);
    expect(Math.max(...times)).toBe(point === 'decided-before-publish' ? 1 : 2);
    return [...commands.values()].flat().map(({ decision }) => decision.accountVersion);
  }

  const waitingForLock = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%merchant_accounts%'`;
  const begun = 'SELECT 1 FROM payments.attempts WHERE merchant_id = $1';

  /** Does `work` while no change of the merchant's settings commits: an activation has its algorithm from routing, and waits. */
  async function whileLocked<T>(work: () => Promise<T>): Promise<T> {
    const client = new Client({ connectionString: system.database.adminUrl });
    await client.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT 1 FROM gateway.merchant_accounts WHERE merchant_id = $1 FOR UPDATE', [
        merchant.merchantId,
      ]);
      return await work();
    } finally {
      await client.end();
    }
  }

  it('chooses the same accounts again, and each payment is charged once', async () => {
    const names = namesOf(`killed_${prefix}`);
    await system.crashDuring('routing', `${point}=kill`, () => pay(names));
    await expectBegunAndPaid(names);
  });

  it('chooses the same accounts again after an activation of which the payments knew nothing', async () => {
    const names = namesOf(`changed_${prefix}`);
    const next = await store(merchant, only(merchant, 'stripe_test'));
    const routing = system.app('routing');
    const { activation, payments } = await whileLocked(async () => {
      const sent = merchant.api.post(`/routing/${next}/activate`);
      await eventually(async () => (await rowsOf(system, waitingForLock)).length > 0);
      await routing.arm(`${point}=kill`);
      const paying = pay(names);
      expect(await Promise.race([routing.whenEnded(), paying])).toBe('SIGKILL');
      await eventually(async () => (await rowsOf(system, begun, [merchant.merchantId])).length === names.length);
      return { activation: sent, payments: paying };
    });
    ok(await activation);
    const version = await routingVersionOf(merchant);
    await system.start('routing');
    await payments;

    expect(await expectBegunAndPaid(names)).toContain(version);
    expect(version).toBeGreaterThan(begunUnder.version);
  });
});
