import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An authorization has the decision of routing, as it has the remaining accounts: its first outcome returns both. */
export class RouteDecisions1795560000026 implements MigrationInterface {
  name = 'RouteDecisions1795560000026';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE operations ADD COLUMN decision jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE operations DROP COLUMN decision');
  }
}
