import { hotTable, ordinaryTable } from '@payorch/platform/postgres';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = ['operations', 'processor_events'];

/** The tables that every payment writes are vacuumed and analyzed by what changes in them. */
export class HotTables1700000000180 implements MigrationInterface {
  name = 'HotTables1700000000180';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.query(hotTable(table));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.query(ordinaryTable(table));
  }
}
