import { InvariantError, type Secret } from '@payorch/kernel';
import type { Logger } from '@payorch/platform/telemetry';
import { Pool } from 'pg';
import { DataSource, type EntityTarget, type MigrationInterface, type ObjectLiteral } from 'typeorm';
import { sharePool } from './connection';
import { migrateUnderLock } from './migrate';

export interface DatabaseOptions {
  readonly url: Secret;
  /** The service's own schema; it exists already, and the role has access to no other. */
  readonly schema: string;
  readonly entities: readonly EntityTarget<ObjectLiteral>[];
  readonly migrations: readonly (new () => MigrationInterface)[];
  readonly logger: Logger;
  /** Connections of this process; default 8. */
  readonly poolSize?: number;
  /** Default 10 s: the server ends a longer statement, which counts as transient. */
  readonly statementTimeoutMs?: number;
  readonly connectTimeoutMs?: number;
}

const schemaName = /^[a-z][a-z0-9_]{0,62}$/;

/**
 * Session settings of every connection. A connection plans a statement once, often while its tables are still empty,
 * when a sequential scan looks cheapest. These settings leave the planner one choice: index lookups of the rows that a
 * batch names, whatever the statistics are.
 */
const plannerSettings = {
  // Statements are by key or by a few keys: planning each set of values costs more than it saves.
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  // Both would read one side completely. Therefore no statement may join two sets of a batch's own rows: that join is
  // quadratic now.
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  // Before Postgres 18 an unavoidable sequential scan counts as so expensive that it would be compiled first.
  jit: 'off',
};

const asOptions = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

/** The driver's own timeout exceeds the server's, for a server that no longer answers. */
const readTimeoutMarginMs = 5_000;

function poolFor({ url, schema, statementTimeoutMs = 10_000, ...options }: DatabaseOptions): Pool {
  const pool = new Pool({
    connectionString: url.reveal(),
    application_name: schema,
    max: options.poolSize ?? 8,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    options: asOptions({ search_path: schema, ...plannerSettings }),
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + readTimeoutMarginMs,
    idle_in_transaction_session_timeout: 3 * statementTimeoutMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // Queries are sent without waiting for the answer to the previous one: BEGIN costs no round trip of its own.
    pipeline: true,
  });
  // The pool stops listening when it lends a connection, and the borrower begins in a later turn. A server may end its
  // connections in the very bytes that ended the wait: without a listener that would end the process.
  return pool.on('connect', (client) => client.on('error', () => undefined));
}

function dataSourceOf(options: DatabaseOptions): DataSource {
  const { schema, logger } = options;
  if (!schemaName.test(schema)) throw new InvariantError(`not a schema name: ${schema}`);
  const pool = poolFor(options);
  const dataSource = new DataSource({
    type: 'postgres',
    // TypeORM makes its pool by this constructor.
    driver: {
      Pool: function SharedPool() {
        return pool;
      },
    },
    schema,
    entities: [...options.entities] as (new () => ObjectLiteral)[],
    migrations: [...options.migrations] as (new () => MigrationInterface)[],
    migrationsTableName: 'migrations',
    installExtensions: false,
    logging: false,
    // A broken idle connection (a restart of Postgres) leaves the pool, which opens a new one on demand.
    poolErrorHandler: (error: Error) => logger.warn({ error }, 'a database connection was lost'),
  });
  sharePool(dataSource, pool);
  return dataSource;
}

const connectAttempts = 3;

/**
 * A machine on which many processes start at once may be too busy to connect in time: a timeout alone does not end the
 * start.
 */
async function connected(options: DatabaseOptions): Promise<DataSource> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await dataSourceOf(options).initialize();
    } catch (error) {
      if (attempt === connectAttempts || !String(error).includes('timeout')) throw error;
      options.logger.warn({ error, attempt }, 'the database did not answer in time; connecting again');
    }
  }
}

/** Opens the pool and runs the migrations before it returns. A later restart of Postgres never ends the process. */
export async function openDatabase(options: DatabaseOptions): Promise<DataSource> {
  const dataSource = await connected(options);
  try {
    await migrateUnderLock(dataSource, options.schema);
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
  return dataSource;
}
