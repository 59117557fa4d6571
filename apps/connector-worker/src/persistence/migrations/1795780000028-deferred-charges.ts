import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Charges wait on disk too, until their deadline to begin. A worker of the release before defers follow-ups alone. */
export class DeferredCharges1795780000028 implements MigrationInterface {
  name = 'DeferredCharges1795780000028';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE deferred_operations
         ADD COLUMN share text NOT NULL DEFAULT 'follow_up', ADD COLUMN expires_at timestamptz`,
    );
    await runner.query('DROP INDEX deferred_operations_account');
    await runner.query(
      `CREATE INDEX deferred_operations_account
         ON deferred_operations (connector, merchant_connector_id, share, deferred_at)`,
    );
    await runner.query(
      'CREATE INDEX deferred_operations_expiry ON deferred_operations (expires_at) WHERE expires_at IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX deferred_operations_expiry, deferred_operations_account');
    await runner.query(
      'CREATE INDEX deferred_operations_account ON deferred_operations (connector, merchant_connector_id, deferred_at)',
    );
    await runner.query('ALTER TABLE deferred_operations DROP COLUMN expires_at, DROP COLUMN share');
  }
}
