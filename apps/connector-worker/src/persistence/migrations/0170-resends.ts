import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An operation without an answer may be sent again under its key: what that takes is in its row. */
export class Resends1700000000170 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE operations
        ADD COLUMN resent_at timestamptz, ADD COLUMN found jsonb, ADD COLUMN cvc_reference text, ADD COLUMN account_pin text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE operations
        DROP COLUMN resent_at, DROP COLUMN found, DROP COLUMN cvc_reference, DROP COLUMN account_pin`);
  }
}
