import { freshSchema, testSchema } from '@payorch/harness';
import { Secret } from '@payorch/kernel';
import { openDatabase } from '@payorch/platform/postgres';
import { silentLogger } from '@payorch/platform/telemetry';
import { database } from './database';

const open = (url: string, migrations: 'all' | 'none' = 'all') =>
  openDatabase({
    ...database,
    ...(migrations === 'none' && { migrations: [] }),
    url: new Secret(url),
    logger: silentLogger,
  });

testSchema({ schema: 'refunds', open });

it('a second start runs no migration again', async () => {
  const fresh = await freshSchema('refunds');
  try {
    for (let start = 0; start < 2; start++) {
      const dataSource = await open(fresh.url);
      expect(await dataSource.query('SELECT count(*)::int AS n FROM jobs')).toEqual([{ n: 0 }]);
      await dataSource.destroy();
    }
  } finally {
    await fresh.drop();
  }
});
