const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;

/** Gives incidents an id, and makes the table of their resolutions, for the migration of an owner of incidents. */
export const incidentTables = {
  up: [
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
  ],
  down: [
    `DROP TABLE incident_resolutions`,
    `DROP FUNCTION refuse_change()`,
    `ALTER TABLE incidents DROP COLUMN incident_id`,
  ],
} as const;
