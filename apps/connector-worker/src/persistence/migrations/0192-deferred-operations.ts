import type { MigrationInterface, QueryRunner } from 'typeorm';

const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;
/** A transaction sees and writes the rows of the merchants that it names, and no others. */
const rowLevelSecurity = (table: string): string => `ALTER TABLE "${table}" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "${table}" FORCE ROW LEVEL SECURITY;
CREATE POLICY "${table}_merchant" ON "${table}" USING (${visible}) WITH CHECK (${visible})`;

/** Commands of follow-ups whose connector account takes no operation for long: on disk they block no other message. */
export class DeferredOperations1700000000192 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE deferred_operations (
        operation_id text CONSTRAINT deferred_operations_pkey PRIMARY KEY,
        merchant_id text NOT NULL,
        connector text NOT NULL,
        merchant_connector_id text NOT NULL,
        message jsonb NOT NULL,
        deferred_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        leased_until timestamptz NOT NULL DEFAULT '-infinity'
      )`);
    await runner.query(
      'CREATE INDEX deferred_operations_account ON deferred_operations (connector, merchant_connector_id, deferred_at)',
    );
    await runner.query(rowLevelSecurity('deferred_operations'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE deferred_operations');
  }
}
