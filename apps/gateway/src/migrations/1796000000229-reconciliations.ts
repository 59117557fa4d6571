import type { MigrationInterface, QueryRunner } from 'typeorm';

const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;

const statements = [
  `CREATE TABLE reconciliations (
    merchant_id text NOT NULL,
    merchant_connector_id text NOT NULL,
    run_id text NOT NULL,
    connector text NOT NULL,
    source text NOT NULL,
    kinds text[] NOT NULL,
    period_from timestamptz NOT NULL,
    period_till timestamptz NOT NULL,
    run_by text NOT NULL,
    counts jsonb NOT NULL,
    incidents_opened int NOT NULL DEFAULT 0,
    incidents_resolved int NOT NULL DEFAULT 0,
    started_at timestamptz NOT NULL DEFAULT now(),
    completed_at timestamptz,
    CONSTRAINT reconciliations_pkey PRIMARY KEY (merchant_id, merchant_connector_id, run_id)
  )`,
  `CREATE INDEX reconciliations_by_start ON reconciliations (started_at)`,
  `CREATE INDEX reconciliations_completed ON reconciliations (connector, completed_at) WHERE completed_at IS NOT NULL`,
  `CREATE TABLE incidents (
    incident_id uuid NOT NULL DEFAULT gen_random_uuid(),
    merchant_id text NOT NULL,
    merchant_connector_id text NOT NULL,
    connector text NOT NULL,
    object text NOT NULL,
    kind text NOT NULL,
    subject text NOT NULL,
    object_id text NOT NULL,
    payment_id text,
    state text,
    details jsonb NOT NULL,
    source text NOT NULL,
    created_first timestamptz NOT NULL,
    created_last timestamptz NOT NULL,
    seen_at timestamptz NOT NULL DEFAULT now(),
    opened_at timestamptz NOT NULL DEFAULT now(),
    resolved_at timestamptz,
    CONSTRAINT incidents_pkey PRIMARY KEY (incident_id)
  )`,
  `CREATE INDEX incidents_open ON incidents (opened_at) WHERE resolved_at IS NULL`,
  `CREATE UNIQUE INDEX incidents_of_object ON incidents (merchant_id, merchant_connector_id, object, subject, kind)
    WHERE resolved_at IS NULL`,
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
  ...['reconciliations', 'incidents', 'incident_resolutions'].flatMap((table) => [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY ${table}_merchant ON ${table} USING (${visible}) WITH CHECK (${visible})`,
  ]),
];
const undoing = [
  'DROP TABLE incident_resolutions',
  'DROP TABLE incidents',
  'DROP TABLE reconciliations',
  'DROP FUNCTION refuse_change()',
];

/** The runs of reconciliations, what they found that needs a person, and who resolved it. */
export class Reconciliations1796000000229 implements MigrationInterface {
  name = 'Reconciliations1796000000229';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of undoing) await runner.query(statement);
  }
}
