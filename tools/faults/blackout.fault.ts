import { noteFigures, spawnSystem } from '@payorch/harness';
import { blackOut } from '../../libs/harness/e2e/support/blackouts';

jest.setTimeout(1_500_000);

describe('a processor that is silent for 10 minutes', () => {
  it('leaves no outcome unknown 3 minutes after its return', async () => {
    const system = await spawnSystem();
    try {
      const report = await blackOut(system, {
        merchants: 20,
        payments: 9,
        refunds: 2,
        silentMs: 600_000,
        resolvedWithinMs: 180_000,
      });
      noteFigures(Object.fromEntries(Object.entries(report).map(([name, value]) => [name, JSON.stringify(value)])));
      expect(report.statuses).toEqual({ succeeded: 220 });
    } finally {
      await system.stop();
    }
  });
});
