import { noteFigures, spawnSystem } from '@payorch/harness';
import { killWorkers } from '../../libs/harness/e2e/support/worker-kills';

jest.setTimeout(1_200_000);

describe('500 confirms under 37 kills of connector workers', () => {
  it('fail in less than one of a hundred cases', async () => {
    // "Not found" is final after twice the call timeout, so an unsent payment ends soon.
    const workerEnv = { CALL_TIMEOUT_MS: '10s' };
    const system = await spawnSystem({
      appEnv: { payments: { SYNC_PACE_PERCENT: '20' }, 'connector-worker': workerEnv },
    });
    try {
      const report = await killWorkers(system, { confirms: 500, kills: 37, clients: 16, everyMs: 2_000, workerEnv });
      noteFigures(Object.fromEntries(Object.entries(report).map(([name, value]) => [name, JSON.stringify(value)])));
      const failed = Object.values(report.failed).reduce((sum, count) => sum + count, 0);
      expect(failed).toBeLessThan(report.confirms / 100);
    } finally {
      await system.stop();
    }
  });
});
