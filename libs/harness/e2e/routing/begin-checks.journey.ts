import { aMerchant, eventually, ok, paymentBody, type Json, type TestMerchant } from '@payorch/harness';
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

  afterEach(() => system.app('connector-worker').signal('SIGCONT'));

  /** The first message about a payment on a topic. */
  const sentAbout = (payment_id: string, topic: string): Promise<Json> =>
    eventually(async () => {
      const key = `${merchant.merchantId}/${payment_id}`;
      const found = (await recordsIn(system, [topic])).find((one) => String(one.key) === key);
      return found && (JSON.parse(String(found.value)) as Json);
    });

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
    const command = await sentAbout(payment_id, 'connector.commands.shared');
    const next = await activated(merchant, only(merchant, 'stripe_test'));
    await meanwhile?.();
    const check = await sentAbout(payment_id, 'connector.begin_checks');
    worker.signal('SIGCONT');

    const { account, fallbacks, decision } = command;
    expect(account.connector).toBe('adyen_test');
    expect(decision).toMatchObject({ algorithmId: begunUnder.id, routingVersion: begunUnder.version });
    // The instance that sent the command has its decision; another one decides again, by newer settings of the accounts.
    const accountVersion = meanwhile ? next.version : begunUnder.version;
    expect(check).toMatchObject({ account, fallbacks, decision: { ...decision, accountVersion } });
    ok(await answer);
    const settled = `SELECT 1 FROM payments.intents WHERE payment_id = $1 AND status = 'succeeded'`;
    await eventually(async () => (await rowsOf(system, settled, [payment_id])).length === 1, { withinMs: 30_000 });
    expect(await attemptsOf(merchant, payment_id)).toEqual([attemptRoutedBy(begunUnder, firstAttemptOf(payment_id))]);
    expectOneCharge(payment_id, 'adyen_test');
    expect(sentTwice(system)).toEqual([]);
  });
});
