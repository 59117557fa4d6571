import { MigrationExecutor, type DataSource } from 'typeorm';

/**
 * Runs pending migrations, one replica at a time: the other replicas wait for the lock and then find none pending. Lock
 * and migrations share a connection without a statement timeout.
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
    // A lost connection releases the lock itself; the error to report is that of the migration.
    await runner.query('SELECT pg_advisory_unlock_all(); RESET statement_timeout').catch(() => undefined);
    await runner.release();
  }
}
