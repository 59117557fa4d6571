import { aMerchant, apiAt, eventually, ok, startLoad, type AppProcess, type TestMerchant } from '@payorch/harness';
import { expectConsistency } from '../support/consistency-check';
import { lifecycleReportOf } from '../support/lifecycle';
import { shortSessionTimeout } from '../support/quick-system';
import { payments, system } from './message-system';

describe('payments in two instances', () => {
  let merchant: TestMerchant;
  let second: AppProcess;
  beforeAll(async () => {
    const webhook_details = { webhook_url: 'http://127.0.0.1:9/no-listener' };
    merchant = await aMerchant(system, { account: { webhook_details } });
    second = await system.addInstance('payments');
    second.launch({ ...payments, FAIL_POINTS: 'after-commit-before-publish=kill@40' });
    await second.ready();
  });

  it('share the load, and each continues when the other dies', async () => {
    const load = startLoad(() => merchant.api, { seed: 8, clients: 16 });
    const untilLoadAdvances = async () => {
      const { length } = load.log;
      await eventually(() => load.log.length > length + 100, { withinMs: 60_000 });
    };
    // The second instance takes part: otherwise it would not reach its fortieth commit.
    expect(await second.whenEnded()).toBe('SIGKILL');
    await untilLoadAdvances();
    second.launch(shortSessionTimeout);
    await second.ready();
    await untilLoadAdvances();
    await system.kill('payments');
    await untilLoadAdvances();
    const log = await load.stop();

    expect(log.filter(({ outcome }) => outcome !== 'ok')).toEqual([]);
    const checked = await expectConsistency(system, merchant, log);
    const { wrong, ...report } = await lifecycleReportOf(system, merchant);
    expect(wrong).toEqual([]);
    expect(report).toMatchObject({ objects: checked });
  });
});

describe('an API key that one gateway revokes', () => {
  it('is refused by another gateway within 5 s', async () => {
    const { merchantId } = await aMerchant(system, { connectors: [] });
    const key = ok(await system.admin.post(`/api_keys/${merchantId}`, { name: 'k', expiration: 'never' }));
    const other = await system.addInstance('gateway');
    other.launch();
    await other.ready();
    const use = async () => (await apiAt(other.baseUrl, { 'api-key': key.api_key }).get('/payments/pay_none')).status;
    expect(await use()).toBe(404);
    ok(await system.admin.raw('DELETE', `/api_keys/${merchantId}/${key.key_id}`));
    await eventually(async () => (await use()) === 401, { withinMs: 5_000 });
  });
});
