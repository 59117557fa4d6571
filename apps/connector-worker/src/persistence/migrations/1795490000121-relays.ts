import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An operation of a relay belongs to no payment; the owner of relays gets its outcome. */
export class Relays1795490000121 implements MigrationInterface {
  name = 'Relays1795490000121';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE operations ADD COLUMN relay_id text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE operations DROP COLUMN relay_id');
  }
}
