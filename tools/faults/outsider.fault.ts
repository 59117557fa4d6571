import { noteFigures, spawnSystem } from '@payorch/harness';
import { followFromOutside } from '../../libs/harness/e2e/support/outside-table';
import { paymentApps } from '../../libs/harness/e2e/support/quick-system';

jest.setTimeout(1_200_000);

const services = ['payments', 'connector-worker', 'refunds', 'routing', 'webhooks', 'gateway'] as const;

describe('1,000 payments with refunds while every service is killed five times', () => {
  it('are known to a consumer that has only the published schemas as they are in the lists', async () => {
    const system = await spawnSystem({ apps: paymentApps });
    try {
      const kills = Array.from({ length: 5 }, () => services).flat();
      const report = await followFromOutside(system, { payments: 1_000, clients: 8, kills, withinMs: 180_000 });
      noteFigures(Object.fromEntries(Object.entries(report).map(([name, value]) => [name, JSON.stringify(value)])));
      expect(report.problems).toEqual([]);
      expect(report).toMatchObject({ payments: 1_000, kills: 30 });
      expect(report.refunds).toBeGreaterThan(300);
    } finally {
      await system.stop();
    }
  });
});
