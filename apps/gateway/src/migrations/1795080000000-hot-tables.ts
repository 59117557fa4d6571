import type { MigrationInterface, QueryRunner } from 'typeorm';

const settings = {
  autovacuum_vacuum_threshold: 2_000,
  autovacuum_vacuum_scale_factor: 0.02,
  autovacuum_vacuum_insert_threshold: 10_000,
  autovacuum_vacuum_insert_scale_factor: 0.05,
  autovacuum_analyze_threshold: 2_000,
  autovacuum_analyze_scale_factor: 0.05,
  // With the default, a worker pauses so often that a queue table with thousands of changed rows a second grows.
  autovacuum_vacuum_cost_limit: 2_000,
};
const list = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);

const tables = ['idempotency_keys', 'processor_webhooks'];

/** The tables that every payment writes are vacuumed and analyzed by what changes in them. */
export class HotTables1795080000000 implements MigrationInterface {
  name = 'HotTables1795080000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.query(`ALTER TABLE "${table}" SET (${list.join(', ')})`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables)
      await runner.query(`ALTER TABLE "${table}" RESET (${Object.keys(settings).join(', ')})`);
  }
}
