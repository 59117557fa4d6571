import {
  aMerchant,
  cardFields,
  eventually,
  ok,
  paymentBody,
  spawnSystem,
  type System,
  type TestMerchant,
} from '@payorch/harness';
import {
  anAuthenticatingMerchant,
  authenticatedPayment,
  browserInfo,
  issuers,
  requestAuthentication,
} from '../support/external-authentication';
import { paymentApps, shortSessionTimeout, workerTimes } from '../support/quick-system';
import { operationsOf, rowsOf } from '../support/rows';
import { effectLabelsOf, ledgerDifferences, retrievePayment, sentTwice } from '../support/ledger-check';
import { quiesce } from '../support/consistency-check';

/** The processor executes the charge and closes the connection: the outcome is unknown. */
const executedThenDropped = cardFields('4000000000070047');
const count = 20;

describe('sync jobs for unknown outcomes', () => {
  let system: System;
  /** The first sync of an unknown outcome is due in 20 seconds: payments is killed before it. */
  const quick = { JOB_POLL: '50ms', ...shortSessionTimeout, SYNC_PACE_PERCENT: '1000' };
  beforeAll(async () => {
    system = await spawnSystem({
      apps: paymentApps,
      // A worker that comes back looks up the call of the one that died.
      appEnv: { payments: quick, 'connector-worker': { LEASE_MS: workerTimes.LEASE_MS } },
    });
  });
  afterAll(() => system?.stop());

  /**
   * Payments with an unknown outcome. They belong to several merchants, so that no account has enough failures to open its circuit
   * breaker.
   */
  const unknowns = async () => {
    const merchants: TestMerchant[] = [];
    for (let one = 0; one < 5; one += 1) merchants.push(await aMerchant(system));
    const pay = (_: unknown, turn: number) =>
      merchants[turn % merchants.length]!.api.post('/payments', paymentBody(executedThenDropped));
    const payments = (await Promise.all(Array.from({ length: count }, pay))).map(ok);
    expect(new Set(payments.map(({ status }) => status))).toEqual(new Set(['processing']));
    return payments.map(({ payment_id }) => payment_id as string);
  };
  const jobs = (where = 'true') => rowsOf<{ key: string }>(system, `SELECT key FROM payments.jobs WHERE ${where}`);
  const expectAllSettled = async (paymentIds: readonly string[]) => {
    await quiesce(system);
    const rows = await rowsOf<{ status: string }>(
      system,
      'SELECT status FROM payments.intents WHERE payment_id = ANY($1)',
      [paymentIds],
    );
    expect(rows.map(({ status }) => status)).toEqual(paymentIds.map(() => 'succeeded'));
    expect(await ledgerDifferences(system)).toEqual([]);
    expect(sentTwice(system)).toEqual([]);
    expect(await jobs()).toEqual([]);
  };

  it('run late when payments was not running in time', async () => {
    const paymentIds = await unknowns();
    await system.kill('payments');
    const due = await rowsOf(
      system,
      `UPDATE payments.jobs SET run_at = now() - interval '1 second' WHERE run_at > now() RETURNING key`,
    );
    expect(new Set(due.map(({ key }) => key.split('/')[1]))).toEqual(new Set(paymentIds));
    await system.start('payments', { SYNC_PACE_PERCENT: '100' });
    await expectAllSettled(paymentIds);
  });

  it('are recreated by the sweeper when their rows are deleted', async () => {
    const paymentIds = await unknowns();
    await system.kill('payments');
    await rowsOf(system, 'DELETE FROM payments.jobs');
    await system.start('payments', { SWEEP_EVERY: '200ms', SWEEP_AFTER: '1s', SYNC_PACE_PERCENT: '100' });
    await expectAllSettled(paymentIds);
  });

  it('survive repeated deaths of payments in the middle of a job', async () => {
    const paymentIds = await unknowns();
    await system.kill('payments');
    // Lookups fail meanwhile, so that a sync is always due.
    await system.sandbox.post('/control/faults', { match: { kind: 'lookup' }, fault: 'fail_500' });
    for (const point of ['before-commit', 'after-commit-before-publish', 'after-publish-before-offset'] as const)
      for (const hit of [1, 3]) await system.crash('payments', `${point}=kill@${hit}`, { SYNC_PACE_PERCENT: '2' });
    await system.sandbox.raw('DELETE', '/control/faults');
    // A new worker has no open circuit breaker.
    await system.kill('connector-worker', 'SIGTERM');
    await system.start('connector-worker');
    await system.start('payments', { SYNC_PACE_PERCENT: '2' });
    await expectAllSettled(paymentIds);
  });

  it.each([
    ['connector-worker', 'response-before-store'],
    ['payments', 'after-commit-before-publish'],
  ] as const)(
    'end an authentication before the payment during which %s dies, and it is charged once',
    async (name, point) => {
      const quickly = { ...workerTimes, SYNC_PACE_PERCENT: '2' };
      const shop = await anAuthenticatingMerchant(system);
      const { payment_id, ...payment } = ok(
        await shop.api.post('/payments', authenticatedPayment(issuers.frictionless)),
      );
      await system.kill(name);
      const answer = requestAuthentication(shop, { payment_id, ...payment });
      await system.crash(name, `${point}=kill@1`, quickly);
      expect(effectLabelsOf(system, payment_id)).toEqual([]);
      await system.start(name, quickly);
      await answer;
      const charged = await eventually(
        async () => {
          const now = await retrievePayment(shop, payment_id);
          return now.status === 'succeeded' && now;
        },
        { withinMs: 60_000 },
      );
      expect(charged.external_authentication_details).toMatchObject({ status: 'success' });
      expect(effectLabelsOf(system, payment_id)).toEqual(['charge 6540']);
      const flows = (await operationsOf(system, payment_id)).map(({ flow }) => flow).sort();
      expect(flows).toEqual(['authenticate', 'authorize', 'pre_authenticate']);
      expect(sentTwice(system)).toEqual([]);
    },
  );

  it.each([
    ['connector-worker', 'response-before-store'],
    ['payments', 'after-commit-before-publish'],
  ] as const)(
    'end an authentication without a payment during which %s dies, and the 3DS server authenticates once',
    async (name, point) => {
      const { api, client, merchantId } = await anAuthenticatingMerchant(system);
      const { authentication_id, client_secret } = ok(
        await api.post('/authentication', { amount: 6540, currency: 'USD' }),
      );
      const path = `/authentication/${authentication_id}`;
      const { payment_method, payment_method_data } = cardFields(issuers.frictionless);
      const card = { payment_method, payment_method_data, browser_information: browserInfo };
      ok(await client.post(`${path}/eligibility`, { client_secret, ...card }));
      const request = { client_secret, device_channel: 'BRW', threeds_method_comp_ind: 'Y' };
      await system.crashDuring(name, `${point}=kill`, () => client.post(`${path}/authenticate`, request));
      const ended = await eventually(
        async () => {
          const now = ok(await api.post(`/authentication/${merchantId}/${authentication_id}/sync`, { client_secret }));
          return now.status === 'success' && now;
        },
        { withinMs: 60_000 },
      );
      expect(ended.authentication_details.three_ds_data).toMatchObject({
        transaction_status: 'Y',
        eci: '05',
        authentication_cryptogram: expect.any(Object) as object,
      });
      const operations = await operationsOf(system, authentication_id);
      expect(operations.map(({ flow }) => flow).sort()).toEqual(['authenticate', 'pre_authenticate']);
      const ids = operations.map(({ operation_id }) => operation_id);
      const calls = system
        .ledger()
        .filter(
          ({ entry, kind, reference }) => entry === 'request' && ids.includes(reference) && !kind.endsWith('lookup'),
        );
      expect(calls.map(({ kind }) => kind as string).sort()).toEqual(['authentication', 'pre_authentication']);
      expect(effectLabelsOf(system, authentication_id)).toEqual([]);
    },
  );
});
