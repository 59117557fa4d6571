import { aMerchant, eventually, ok, paymentBody, type TestMerchant } from '@payorch/harness';
import { sentTwice } from '../support/ledger-check';
import { isStopped } from '../support/processes';
import { recordsIn } from '../support/records';
import { rowsOf } from '../support/rows';
import { system } from './fault-system';
import { activated, attemptRoutedBy, attemptsOf, expectOneCharge, firstAttemptOf, only } from './known-algorithms';

describe('the begin check of a payment that began before an activation', () => {
  let merchant: TestMerchant;
  beforeEach(async () => {
    merchant = await aMerchant(system, { connectors: ['stripe_test', 'adyen_test'] });
  });

  const isSent = async (key: string): Promise<boolean> =>
    (await recordsIn(system, ['connector.adyen_test.commands'])).some((one) => String(one.key) === key);

  const restart = async (): Promise<void> => {
    await system.kill('routing');
    await system.start('routing');
  };

  it.each([
    ['by the instance that sent the command', 'begun_same', undefined],
    ['by an instance that knows only the settings', 'begun_other', restart],
  ])('asks the account that has the command, %s', async (_, payment_id, meanwhile) => {
    const begunUnder = await activated(merchant, only(merchant, 'adyen_test'));
    const worker = system.app('connector-worker');
    worker.signal('SIGSTOP');
    await eventually(() => isStopped(worker));
    const answer = merchant.api.post('/payments', paymentBody({ payment_id }));
    const key = `${merchant.merchantId}/${payment_id}`;
    await eventually(() => isSent(key));
    await activated(merchant, only(merchant, 'stripe_test'));
    await meanwhile?.();
    const checks = async () =>
      (await recordsIn(system, ['connector.begin_checks'])).filter((one) => String(one.key) === key);
    const [check] = await eventually(async () => {
      const found = await checks();
      return found.length > 0 ? found : undefined;
    });
    worker.signal('SIGCONT');

    expect(JSON.parse(String(check!.value))).toMatchObject({
      account: {
        connector: 'adyen_test',
        merchantConnectorId: merchant.connectors['adyen_test'].merchant_connector_id,
      },
      fallbacks: [],
      decision: { algorithmId: begunUnder.id, routingVersion: begunUnder.version },
    });
    ok(await answer);
    const settled = `SELECT 1 FROM payments.intents WHERE payment_id = $1 AND status = 'succeeded'`;
    await eventually(async () => (await rowsOf(system, settled, [payment_id])).length === 1, { withinMs: 30_000 });
    expect(await attemptsOf(merchant, payment_id)).toEqual([attemptRoutedBy(begunUnder, firstAttemptOf(payment_id))]);
    expectOneCharge(payment_id, 'adyen_test');
    expect(sentTwice(system)).toEqual([]);
  });
});
