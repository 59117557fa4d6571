import { hotTable, ordinaryTable } from '@payorch/platform/postgres';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = ['idempotency_keys', 'processor_webhooks'];

/** The tables that every payment writes are vacuumed and analyzed by what changes in them. */
export class HotTables1795080000000 implements MigrationInterface {
  name = 'HotTables1795080000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.query(hotTable(table));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.query(ordinaryTable(table));
  }
}
