import { noteFigures, spawnSystem } from '@payorch/harness';
import { burst } from '../../libs/harness/e2e/support/bursts';

jest.setTimeout(1_200_000);

describe('2,000 payments of one connector account at once, with two workers and a processor that takes 500 ms', () => {
  it('all succeed with the refunds behind them, and the memory of the workers stays bounded', async () => {
    // The gateway's timeouts and the rate at which this machine accepts 2,000 requests are not under test.
    const system = await spawnSystem();
    try {
      const report = await burst(system, { payments: 2_000, refunds: 50, processorMs: 500, withinMs: 300_000 });
      noteFigures(Object.fromEntries(Object.entries(report).map(([name, value]) => [name, JSON.stringify(value)])));
      expect(report.statuses).toEqual({ succeeded: 2_050 });
      expect(report.refunds).toEqual({ success: 50 });
      for (const mebibytes of report.peakMiB) expect(mebibytes).toBeLessThan(400);
    } finally {
      await system.stop();
    }
  });
});
