import { aMerchant, spawnSystem, startLoad, type System, type TestMerchant } from '@payorch/harness';
import { expectConsistency } from '../support/consistency-check';
import { lifecycleReportOf } from '../support/lifecycle';
import { shortSessionTimeout } from '../support/quick-system';

jest.setTimeout(180_000);

const points = ['before-commit', 'after-commit-before-publish', 'after-publish-before-offset'] as const;
/** At which batch each of three lives ends. */
const hits = [2, 9, 25];

describe('payments, killed on either side of its commit and of its publishing', () => {
  let system: System;
  let merchant: TestMerchant;
  beforeAll(async () => {
    const payments = { ASK_PACE_PERCENT: '20', ...shortSessionTimeout };
    system = await spawnSystem({ appEnv: { payments } });
    const webhook_details = { webhook_url: 'http://127.0.0.1:9/no-listener' };
    merchant = await aMerchant(system, { account: { webhook_details } });
  });
  afterAll(() => system?.stop());

  it('loses no state, no event and no webhook, and tells them in order', async () => {
    const load = startLoad(() => merchant.api, { seed: 1, clients: 24 });
    await system.kill('payments', 'SIGTERM');
    for (const hit of hits) for (const point of points) await system.crash('payments', `${point}=kill@${hit}`);
    await system.start('payments');
    const log = await load.stop();

    const judged = await expectConsistency(system, merchant, log);
    const { wrong, ...told } = await lifecycleReportOf(system);
    expect(wrong).toEqual([]);
    expect(told).toMatchObject({ payments: judged });
    // Killed between publishing and marking, something must have come twice: otherwise nothing was proven.
    expect(told.duplicates).toBeGreaterThan(0);
  });
});
