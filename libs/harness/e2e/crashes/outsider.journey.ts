import { followFromOutside } from '../support/outside-table';
import { system } from './service-system';

/** The shortened fault run `outsider` of `npm run faults`. */
it('a consumer that has only the published schemas ends with the table of the lists, although every service is killed', async () => {
  const kills = ['payments', 'connector-worker', 'refunds', 'routing', 'webhooks', 'gateway'] as const;
  const report = await followFromOutside(system, { payments: 100, clients: 8, kills, withinMs: 180_000 });
  expect(report.problems).toEqual([]);
  expect(report).toMatchObject({ payments: 100, kills: 6 });
  expect(report.refunds).toBeGreaterThan(30);
});
