import type { MigrationInterface, QueryRunner } from 'typeorm';

const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;
/** A transaction sees and writes the rows of the merchants that it names, and no others. */
const rowLevelSecurity = (table: string): string => `ALTER TABLE "${table}" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "${table}" FORCE ROW LEVEL SECURITY;
CREATE POLICY "${table}_merchant" ON "${table}" USING (${visible}) WITH CHECK (${visible})`;

const statements = [
  `CREATE TABLE incidents (
    merchant_id text,
    endpoint_id text,
    disabled_at timestamptz,
    profile_id text NOT NULL,
    kind text NOT NULL,
    opened_at timestamptz NOT NULL DEFAULT now(),
    resolved_at timestamptz,
    incident_id uuid NOT NULL DEFAULT gen_random_uuid(),
    CONSTRAINT incidents_pkey PRIMARY KEY (merchant_id, endpoint_id, disabled_at)
  )`,
  `CREATE INDEX incidents_open ON incidents (opened_at) WHERE resolved_at IS NULL`,
  `CREATE UNIQUE INDEX incidents_by_id ON incidents (incident_id)`,
  `CREATE TABLE incident_resolutions (
    incident_id uuid NOT NULL,
    merchant_id text NOT NULL,
    resolved_by text NOT NULL,
    reason text NOT NULL,
    request_id text NOT NULL,
    resolved_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT incident_resolutions_pkey PRIMARY KEY (incident_id)
  )`,
  `CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION '% is written once', TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END $$`,
  `CREATE TRIGGER incident_resolutions_once BEFORE UPDATE OR DELETE ON incident_resolutions
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
];

const tables = ['incidents', 'incident_resolutions'];

/** Disabled endpoints need a person. The service itself opens the incidents of endpoints that were disabled before. */
export class EndpointIncidents1796020000230 implements MigrationInterface {
  name = 'EndpointIncidents1796020000230';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
    for (const table of tables) await runner.query(rowLevelSecurity(table));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [...tables].reverse()) await runner.query(`DROP TABLE ${table}`);
    await runner.query('DROP FUNCTION refuse_change()');
  }
}
