import { testSchema } from '@payorch/harness';
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

testSchema({ schema: 'payments', open });
