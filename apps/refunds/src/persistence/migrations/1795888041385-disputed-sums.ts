import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What disputes took of a charge stands in the row of its refunds: one lock decides what can still be refunded. */
export class DisputedSums1795888041385 implements MigrationInterface {
  name = 'DisputedSums1795888041385';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE balances ADD COLUMN disputed jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE balances DROP COLUMN disputed');
  }
}
