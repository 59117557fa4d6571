import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A payment method may await its data from the page of a link. */
export class CollectLinks1795490000129 implements MigrationInterface {
  name = 'CollectLinks1795490000129';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE payment_methods ADD COLUMN collect_link jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE payment_methods DROP COLUMN collect_link');
  }
}
