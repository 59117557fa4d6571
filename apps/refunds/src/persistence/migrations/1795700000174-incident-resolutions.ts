import type { MigrationInterface, QueryRunner } from 'typeorm';

const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;

const statements = [
  `ALTER TABLE incidents ADD COLUMN incident_id uuid NOT NULL DEFAULT gen_random_uuid()`,
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
  `ALTER TABLE incident_resolutions ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE incident_resolutions FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY incident_resolutions_merchant ON incident_resolutions USING (${visible}) WITH CHECK (${visible})`,
  `CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION '% is written once', TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END $$`,
  `CREATE TRIGGER incident_resolutions_once BEFORE UPDATE OR DELETE ON incident_resolutions
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
];
const undoing = [
  `DROP TABLE incident_resolutions`,
  `DROP FUNCTION refuse_change()`,
  `ALTER TABLE incidents DROP COLUMN incident_id`,
];

/** An operator resolves an incident by its id, with a reason. */
export class IncidentResolutions1795700000174 implements MigrationInterface {
  name = 'IncidentResolutions1795700000174';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of undoing) await runner.query(statement);
  }
}
