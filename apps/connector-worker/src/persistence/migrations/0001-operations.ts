import type { MigrationInterface, QueryRunner } from 'typeorm';

const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;
/** A transaction sees and writes the rows of the merchants that it names, and no others. */
const rowLevelSecurity = (table: string): string => `ALTER TABLE "${table}" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "${table}" FORCE ROW LEVEL SECURITY;
CREATE POLICY "${table}_merchant" ON "${table}" USING (${visible}) WITH CHECK (${visible})`;

/** Operations and the processors' events. */
export class Operations1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE operations (
        operation_id text CONSTRAINT operations_pkey PRIMARY KEY,
        merchant_id text NOT NULL,
        profile_id text NOT NULL,
        payment_id text NOT NULL,
        attempt_id text NOT NULL,
        flow text NOT NULL CONSTRAINT operations_flow CHECK ("flow" IN ('authorize', 'capture', 'void')),
        connector text NOT NULL,
        merchant_connector_id text NOT NULL,
        amount bigint,
        currency text,
        state text NOT NULL CONSTRAINT operations_state CHECK ("state" IN ('sent', 'unknown', 'answered', 'never')),
        lease_token text,
        sent_at timestamptz,
        answered_at timestamptz,
        reference text,
        outcome jsonb,
        fallbacks jsonb,
        absent_seen smallint NOT NULL DEFAULT 0
      )`);
    await runner.query(
      `CREATE INDEX operations_reference ON operations (merchant_connector_id, reference) WHERE "reference" IS NOT NULL`,
    );
    await runner.query(`
      CREATE TABLE processor_events (
        merchant_id text NOT NULL,
        merchant_connector_id text NOT NULL,
        event_id text NOT NULL,
        received_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT processor_events_pkey PRIMARY KEY (merchant_id, merchant_connector_id, event_id)
      )`);
    await runner.query('CREATE INDEX processor_events_received ON processor_events (received_at)');
    await runner.query(rowLevelSecurity('operations'));
    await runner.query(rowLevelSecurity('processor_events'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE processor_events');
    await runner.query('DROP TABLE operations');
  }
}
