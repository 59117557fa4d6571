import { rowLevelSecurity } from '@payorch/platform/postgres';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Commands of follow-ups whose connector account takes no operation for long: on disk they block no other message. */
export class DeferredOperations1700000000192 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE operations_aside (
        operation_id text CONSTRAINT operations_aside_pkey PRIMARY KEY,
        merchant_id text NOT NULL,
        connector text NOT NULL,
        merchant_connector_id text NOT NULL,
        message jsonb NOT NULL,
        set_aside_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        leased_until timestamptz NOT NULL DEFAULT '-infinity'
      )`);
    await runner.query(
      'CREATE INDEX operations_aside_account ON operations_aside (connector, merchant_connector_id, set_aside_at)',
    );
    await runner.query(rowLevelSecurity('operations_aside'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE operations_aside');
  }
}
