import type { MigrationInterface, QueryRunner } from 'typeorm';

const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;
/** A transaction sees and writes the rows of the merchants that it names, and no others. */
const rowLevelSecurity = (table: string): string => `ALTER TABLE "${table}" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "${table}" FORCE ROW LEVEL SECURITY;
CREATE POLICY "${table}_merchant" ON "${table}" USING (${visible}) WITH CHECK (${visible})`;

export class EventsAndDeliveries1793000000000 implements MigrationInterface {
  name = 'EventsAndDeliveries1793000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE events (
      merchant_id text,
      event_id text,
      profile_id text NOT NULL,
      event_type text NOT NULL,
      event_class text NOT NULL,
      object_id text NOT NULL,
      sequence integer NOT NULL,
      occurred_at timestamptz NOT NULL,
      body bytea NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT events_pkey PRIMARY KEY (merchant_id, event_id)
    )`);
    await runner.query(`CREATE TABLE deliveries (
      merchant_id text,
      event_id text,
      profile_id text NOT NULL,
      state text NOT NULL,
      failures integer NOT NULL DEFAULT 0,
      run_at timestamptz NOT NULL,
      lease_token uuid,
      last_status integer,
      last_error text,
      ended_at timestamptz,
      CONSTRAINT deliveries_pkey PRIMARY KEY (merchant_id, event_id),
      CONSTRAINT deliveries_state CHECK (state IN ('waiting', 'delivered', 'given_up', 'disabled'))
    )`);
    await runner.query(
      `CREATE INDEX deliveries_waiting ON deliveries (merchant_id, profile_id, run_at) WHERE state = 'waiting'`,
    );
    await runner.query(rowLevelSecurity('events'));
    await runner.query(rowLevelSecurity('deliveries'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE deliveries');
    await runner.query('DROP TABLE events');
  }
}
