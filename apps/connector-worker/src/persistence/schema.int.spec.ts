import { testSchema } from '@payorch/harness';
import { Secret } from '@payorch/kernel';
import { openDatabase } from '@payorch/platform/postgres';
import { silentLogger } from '@payorch/platform/telemetry';
import { entities, migrations as all, schema } from './schema';

const open = (url: string, migrations: 'all' | 'none' = 'all') =>
  openDatabase({
    schema,
    entities,
    migrations: migrations === 'none' ? [] : all,
    url: new Secret(url),
    logger: silentLogger,
  });

testSchema({ schema: 'connector_worker', open });
