import { noteFigures, spawnSystem } from '@payorch/harness';
import {
  aReadingTeam,
  expectSameTables,
  expectTablesOfLists,
  makeTraffic,
} from '../../libs/harness/e2e/support/read-models';

jest.setTimeout(1_200_000);

describe('1,000 payments with refunds, and 200 payouts', () => {
  it('are in the tables of a subscriber as in the lists, from the snapshots and from the beginning', async () => {
    const system = await spawnSystem({ securedBroker: true });
    try {
      const team = await aReadingTeam(system);
      const traffic = await makeTraffic(system, 1_000);
      const counts = await expectTablesOfLists(team, traffic, 'beginning');
      noteFigures(Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, String(count)])));
      expect(counts['payments']).toBeGreaterThanOrEqual(1_000);
      expect(counts['payouts']).toBeGreaterThanOrEqual(200);
      await expectTablesOfLists(team, traffic, 'snapshots');
      await expectSameTables(team);
    } finally {
      await system.stop();
    }
  });
});
