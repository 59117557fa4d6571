import { MigrationExecutor, type DataSource } from 'typeorm';

/**
 * Runs what is pending, one replica at a time: the others wait at the lock and then find nothing to do. The lock and the
 * migrations share a connection, which has no statement timeout while it waits and rewrites tables.
 */
export async function migrateUnderLock(dataSource: DataSource, schema: string): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query('SET statement_timeout = 0');
    await runner.query('SELECT pg_advisory_lock(hashtext($1))', [`migrate:${schema}`]);
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'each';
    await executor.executePendingMigrations();
  } finally {
    // Where the connection itself is gone, so is the lock; what is thrown is why the migration failed.
    await runner.query('SELECT pg_advisory_unlock_all(); RESET statement_timeout').catch(() => undefined);
    await runner.release();
  }
}

/** What would have to be done to the migrated schema to make it what the entities say: empty, or a test fails. */
export async function schemaDrift(dataSource: DataSource): Promise<string[]> {
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  return upQueries.map(({ query }) => query);
}
