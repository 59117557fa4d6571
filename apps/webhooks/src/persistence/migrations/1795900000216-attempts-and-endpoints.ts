import type { MigrationInterface, QueryRunner } from 'typeorm';

const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;
/** A transaction sees and writes the rows of the merchants that it names, and no others. */
const rowLevelSecurity = (table: string): string => `ALTER TABLE "${table}" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "${table}" FORCE ROW LEVEL SECURITY;
CREATE POLICY "${table}_merchant" ON "${table}" USING (${visible}) WITH CHECK (${visible})`;

/** Every payment writes attempts: they are vacuumed and analyzed by what changes in them. */
const hot = `autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_threshold = 10000, autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_threshold = 2000, autovacuum_analyze_scale_factor = 0.05, autovacuum_vacuum_cost_limit = 2000`;

/** The attempts of each delivery, the endpoints that fail, and the order in which events are listed and deleted. */
export class AttemptsAndEndpoints1795900000216 implements MigrationInterface {
  name = 'AttemptsAndEndpoints1795900000216';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE attempts (
      merchant_id text,
      attempt_id text,
      event_id text NOT NULL,
      kind text NOT NULL,
      status integer,
      error text,
      exchange bytea,
      created_at timestamptz NOT NULL,
      CONSTRAINT attempts_pkey PRIMARY KEY (merchant_id, attempt_id),
      CONSTRAINT attempts_kind CHECK (kind IN ('initial_attempt', 'automatic_retry', 'manual_retry'))
    )`);
    await runner.query('CREATE INDEX attempts_by_event ON attempts (merchant_id, event_id, created_at)');
    await runner.query(`ALTER TABLE attempts SET (${hot})`);
    await runner.query(rowLevelSecurity('attempts'));
    await runner.query(`CREATE TABLE endpoints (
      merchant_id text,
      endpoint_id text,
      profile_id text NOT NULL,
      failing_since timestamptz,
      disabled_at timestamptz,
      CONSTRAINT endpoints_pkey PRIMARY KEY (merchant_id, endpoint_id)
    )`);
    await runner.query(rowLevelSecurity('endpoints'));
    await runner.query('CREATE INDEX events_by_time ON events (merchant_id, created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX events_by_time');
    await runner.query('DROP TABLE endpoints');
    await runner.query('DROP TABLE attempts');
  }
}
