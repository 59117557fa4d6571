import { Client } from 'pg';
import { aMerchant, eventually, ok, paymentBody, startLoad, type Load, type TestMerchant } from '@payorch/harness';
import { expectConsistency } from '../support/consistency-check';
import { lifecycleReportOf } from '../support/lifecycle';
import { system } from './outage-system';

const rounds = 12;

describe('a database that is stopped at once and restarted', () => {
  let merchant: TestMerchant;
  beforeAll(async () => {
    const webhook_details = { webhook_url: 'http://127.0.0.1:9/no-listener' };
    merchant = await aMerchant(system, { account: { webhook_details } });
  });

  /** Waits until a client's request succeeds again; returns the time in ms. */
  const served = async ({ log }: Load) => {
    const { length } = log;
    const began = performance.now();
    await eventually(() => log.slice(length).some(({ outcome, action }) => outcome === 'ok' && action !== 'retrieve'), {
      withinMs: 30_000,
      everyMs: 20,
    });
    return performance.now() - began;
  };
  const asSuperuser = async (work: (client: Client) => Promise<void>) => {
    const client = new Client({ connectionString: system.database.adminUrl });
    await client.connect();
    await work(client).finally(() => client.end());
  };
  /** Renames the merchant; returns whether the gateway acknowledged the change. */
  const rename = async (name: string) =>
    (
      await system.admin.post(`/accounts/${merchant.merchantId}`, {
        merchant_id: merchant.merchantId,
        merchant_name: name,
      })
    ).status === 200;
  const nameNow = async () => ok(await system.admin.get(`/accounts/${merchant.merchantId}`)).merchant_name;

  it('retains every acknowledged change, and the services recover without intervention', async () => {
    const load = startLoad(() => merchant.api, { seed: 3, clients: 8, pauseMs: 100 });
    const outages: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await served(load);
      const isRenamed = await rename(`Name ${round}`);
      await system.infra.kill('postgres');
      await system.infra.restart('postgres');
      outages.push(Math.round(await served(load)));
      if (isRenamed) expect(await eventually(nameNow)).toBe(`Name ${round}`);
    }
    const log = await load.stop();

    await expectConsistency(system, merchant, log);
    const answered = new Set(log.map(({ httpStatus }) => httpStatus));
    expect([...answered].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect((await lifecycleReportOf(system, merchant)).wrong).toEqual([]);
    expect(Math.max(...outages)).toBeLessThan(10_000);
  });

  it('may end every connection without a loss', async () => {
    const load = startLoad(() => merchant.api, { seed: 31, clients: 8, pauseMs: 100 });
    for (let round = 0; round < 3; round += 1) {
      await served(load);
      await asSuperuser(async (client) => {
        await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()');
      });
    }
    await served(load);
    await expectConsistency(system, merchant, await load.stop());
    expect((await lifecycleReportOf(system, merchant)).wrong).toEqual([]);
  });

  it('may block a command for 5 s without losing it or another command', async () => {
    const authorized = ok(await merchant.api.post('/payments', paymentBody({ capture_method: 'manual' })));
    await asSuperuser(async (client) => {
      await client.query('BEGIN');
      await client.query('SELECT 1 FROM payments.intents WHERE payment_id = $1 FOR UPDATE', [authorized.payment_id]);
      const load = startLoad(() => merchant.api, { seed: 32, clients: 8, pauseMs: 100 });
      const captured = merchant.api.post(`/payments/${authorized.payment_id}/capture`);
      await client.query('SELECT pg_sleep(5)');
      await client.query('COMMIT');
      // The command waited beyond its deadline: nothing was begun, and the merchant may retry.
      expect((await captured).status).toBe(503);
      expect(ok(await merchant.api.post(`/payments/${authorized.payment_id}/capture`)).status).toBe('succeeded');
      await served(load);
      const log = await load.stop();
      await expectConsistency(system, merchant, log);
    });
    expect(ok(await merchant.api.get(`/payments/${authorized.payment_id}`)).status).toBe('succeeded');
    expect((await lifecycleReportOf(system, merchant)).wrong).toEqual([]);
  });
});
