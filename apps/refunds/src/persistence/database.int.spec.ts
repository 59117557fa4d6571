import { freshSchema } from '@payorch/harness';
import { Secret } from '@payorch/kernel';
import { openDatabase, schemaDrift } from '@payorch/platform/postgres';
import { silentLogger } from '@payorch/platform/telemetry';
import { database } from './database';

it('the schema matches its entities, also after a second start', async () => {
  const fresh = await freshSchema('refunds');
  try {
    for (let start = 0; start < 2; start++) {
      const dataSource = await openDatabase({ ...database, url: new Secret(fresh.url), logger: silentLogger });
      expect(await schemaDrift(dataSource)).toEqual([]);
      expect(await dataSource.query('SELECT count(*)::int AS n FROM jobs')).toEqual([{ n: 0 }]);
      await dataSource.destroy();
    }
  } finally {
    await fresh.drop();
  }
});
