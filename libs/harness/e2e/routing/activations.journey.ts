import { aMerchant, apiAt, eventually, paymentBody, type Answer, type AppProcess } from '@payorch/harness';
import { sentTwice } from '../support/ledger-check';
import { historiesIn } from '../support/lifecycle';
import { shortSessionTimeout } from '../support/quick-system';
import { recordsIn } from '../support/records';
import { rowsOf } from '../support/rows';
import { atBothGateways, system } from './fault-system';
import {
  attemptRoutedBy,
  attemptsOf,
  dollarsToAdyen,
  expectOneCharge,
  firstAttemptOf,
  halves,
  routingVersionOf,
  store,
  type Activation,
} from './known-algorithms';

const switches = 14;
const clients = 4;

describe('with two gateways and two instances of routing', () => {
  let second: AppProcess;
  beforeAll(async () => {
    second = await system.addInstance('routing');
    second.launch(shortSessionTimeout);
    await second.ready();
  });
  afterAll(() => second?.end('SIGTERM'));

  /** How many route requests an instance has decided. */
  const decidedBy = async (baseUrl: string): Promise<number> => {
    const { text } = await apiAt(baseUrl, { 'api-key': system.adminKey }).get('/metrics');
    return Number(/^\w*messaging_batch_size_sum\S* (\d+)/m.exec(text)?.[1]);
  };

  it('each payment that runs while algorithms are switched is routed by one activation alone', async () => {
    const merchant = await aMerchant(system, { connectors: ['stripe_test', 'adyen_test'] });
    const gateways = atBothGateways(merchant.apiKey);
    const algorithms = [halves(merchant), dollarsToAdyen(merchant)] as const;
    const ids = [await store(merchant, algorithms[0]), await store(merchant, algorithms[1])] as const;
    const activations = new Map<number, Activation>();
    /** Both gateways activate both algorithms. */
    const change = async (turn: number): Promise<void> => {
      const at = turn % 2 === 0 ? 0 : 1;
      const gateway = gateways[Math.floor(turn / 2) % 2]!;
      expect(await gateway.post(`/routing/${ids[at]}/activate`)).toMatchObject({ status: 200, body: { id: ids[at] } });
      const version = await routingVersionOf(merchant);
      activations.set(version, { algorithm: algorithms[at], id: ids[at], version });
    };

    await change(0);
    const answers = new Map<string, Answer>();
    const paid = Array.from({ length: clients }, () => 0);
    let isOver = false;
    const client = async (number: number): Promise<void> => {
      for (; !isOver; paid[number]! += 1) {
        const payment_id = `switched_${number}_${paid[number]}`;
        answers.set(payment_id, await gateways[number % 2]!.post('/payments', paymentBody({ payment_id })));
      }
    };
    const load = Promise.all(paid.map((_, number) => client(number)));
    /** Payments under way when it is called end before it does: none has two activations behind it. */
    const everyClientPays = async (): Promise<void> => {
      const before = [...paid];
      await eventually(() => paid.every((count, number) => count >= before[number]! + 2), { withinMs: 30_000 });
    };
    for (let turn = 1; turn < switches; turn += 1) {
      await everyClientPays();
      await change(turn);
    }
    await everyClientPays();
    isOver = true;
    await load;

    expect(activations.size).toBe(switches);
    const begun = new Map(
      (
        await rowsOf<{ payment_id: string; version: number }>(
          system,
          `SELECT payment_id, (body ->> 'routingVersion')::int AS version FROM payments.attempts WHERE merchant_id = $1`,
          [merchant.merchantId],
        )
      ).map(({ payment_id, version }) => [payment_id, version]),
    );
    const events = historiesIn(await recordsIn(system, ['payments.lifecycle']));
    const followed = new Set<number>();
    for (const [payment_id, answer] of answers) {
      expect(answer).toMatchObject({ status: 200, body: { status: 'succeeded', attempt_count: 1 } });
      const attempts = await attemptsOf(merchant, payment_id);
      const version = attempts[0].decision.routing_version as number;
      followed.add(version);
      expect(attempts).toEqual([attemptRoutedBy(activations.get(version)!, firstAttemptOf(payment_id))]);
      expect([payment_id, version]).toEqual([payment_id, begun.get(payment_id)]);
      const { connector, merchant_connector_id } = attempts[0].taken;
      expect(answer.body).toMatchObject({ connector, merchant_connector_id });
      expectOneCharge(payment_id, connector as string);
      const statuses = [...events.get(`${merchant.merchantId}/${payment_id}`)!.bodies.values()].map(
        (one) => one['status'],
      );
      expect(statuses.filter((status) => status === 'succeeded')).toEqual(['succeeded']);
    }
    expect([...followed].sort((a, b) => a - b)).toEqual([...activations.keys()]);
    expect(sentTwice(system)).toEqual([]);
    for (const baseUrl of [system.baseUrl('routing'), second.baseUrl])
      expect(await decidedBy(baseUrl)).toBeGreaterThan(switches);
  }, 120_000);
});
