import { Client } from 'pg';
import { aMerchant, eventually, ok, paymentBody, type Answer, type TestMerchant } from '@payorch/harness';
import { placeOf } from '@payorch/routing-rules';
import { accountAt } from '../shared/routing/algorithms';
import { retrievePayment, sentTwice } from '../support/ledger-check';
import { recordsIn } from '../support/records';
import { rowsOf } from '../support/rows';
import { system } from './fault-system';
import {
  activated,
  attemptRoutedBy,
  attemptsOf,
  dollarsToAdyen,
  expectOneCharge,
  firstAttemptOf,
  halves,
  only,
  routingVersionOf,
  store,
  type Activation,
  type KnownAlgorithm,
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

const topics = ['connector.commands.shared'];

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

  /** Commands are published again where the first ones were published before the kill, and nowhere else. */
  const expectRepeated = (commands: ReadonlyMap<string, readonly Command[]>): void => {
    const times = [...commands.values()].map(({ length }) => length);
    expect(Math.max(...times)).toBe(point === 'decided-before-publish' ? 1 : 2);
  };

  const untilSucceeded = async (names: readonly string[]): Promise<void> => {
    for (const name of names)
      await eventually(async () => (await retrievePayment(merchant, name)).status === 'succeeded', {
        withinMs: 30_000,
      });
  };

  /**
   * Each payment is routed by the activation under which it began, and is charged there once. Returns the versions of the
   * merchant's settings that its commands were decided with.
   */
  async function expectBegunAndPaid(names: readonly string[]): Promise<readonly number[]> {
    await untilSucceeded(names);
    for (const name of names) {
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
    expectRepeated(commands);
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

  /** Payments that begin before these activations, and are decided, perhaps again, after them. Returns their versions. */
  async function payBeforeActivations(names: readonly string[], next: readonly KnownAlgorithm[]): Promise<number[]> {
    const stored: string[] = [];
    for (const algorithm of next) stored.push(await store(merchant, algorithm));
    const routing = system.app('routing');
    const { activations, payments } = await whileLocked(async () => {
      const sent: Promise<Answer>[] = [];
      for (const id of stored) {
        sent.push(merchant.api.post(`/routing/${id}/activate`));
        await eventually(async () => (await rowsOf(system, waitingForLock)).length === sent.length);
      }
      await routing.arm(`${point}=kill`);
      const paying = pay(names);
      // What was published before the kill may be paid before the process has ended.
      const ended = () => routing.whenEnded();
      expect(await Promise.race([ended(), paying.then(ended)])).toBe('SIGKILL');
      await eventually(async () => (await rowsOf(system, begun, [merchant.merchantId])).length === names.length);
      return { activations: sent, payments: paying };
    });
    (await Promise.all(activations)).forEach(ok);
    const last = await routingVersionOf(merchant);
    await system.start('routing');
    await payments;
    return next.map((_, index) => last - next.length + 1 + index);
  }

  it('chooses the same accounts again after an activation of which the payments knew nothing', async () => {
    const names = namesOf(`changed_${prefix}`);
    const [version] = await payBeforeActivations(names, [only(merchant, 'stripe_test')]);
    expect(await expectBegunAndPaid(names)).toContain(version);
    expect(version).toBeGreaterThan(begunUnder.version);
  });

  it('after two activations follows no rules for which the payments have no facts, and each payment is charged once', async () => {
    const names = namesOf(`twice_${prefix}`);
    const next = [dollarsToAdyen(merchant), only(merchant, 'adyen_test')];
    const [version] = await payBeforeActivations(names, next);
    await untilSucceeded(names);
    const commands = await commandsOf(names);
    const byDefault = {
      taken: accountAt(merchant, 'stripe_test'),
      fallbacks: [accountAt(merchant, 'adyen_test')],
      decision: { source: 'default', algorithm_id: null, rule: null, draw: null, routing_version: version },
    };
    for (const name of names) {
      const attempts = await attemptsOf(merchant, name);
      const isRepeated = commands.get(name)!.length === 2;
      if (isRepeated) expect(attempts).toEqual([attemptRoutedBy(begunUnder, firstAttemptOf(name))]);
      else expect(attempts).toMatchObject([byDefault]);
      expectOneCharge(name, attempts[0].taken.connector as string);
    }
    expect(sentTwice(system)).toEqual([]);
    expectRepeated(commands);
  });
});
