import type { MigrationInterface, QueryRunner } from 'typeorm';

const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;
/** A transaction sees and writes the rows of the merchants that it names, and no others. */
const rowLevelSecurity = (table: string): string => `ALTER TABLE "${table}" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "${table}" FORCE ROW LEVEL SECURITY;
CREATE POLICY "${table}_merchant" ON "${table}" USING (${visible}) WITH CHECK (${visible})`;

const stored = `ARRAY['requires_payout_method_data'::text, 'requires_confirmation'::text, 'routing'::text, 'checking_eligibility'::text, 'creating_recipient'::text, 'creating_recipient_account'::text, 'requires_vendor_account_creation'::text, 'creating'::text, 'creation_pending'::text, 'requires_fulfillment'::text, 'fulfilling'::text, 'fulfillment_pending'::text, 'initiated'::text, 'cancelling_creation'::text, 'cancelling_created'::text, 'cancelling_fulfillment'::text, 'cancelling_initiated'::text, 'manual_review'::text, 'success'::text, 'failed'::text, 'ineligible'::text, 'cancelled'::text, 'expired'::text, 'reversed'::text]`;
const open = `ARRAY['routing'::text, 'checking_eligibility'::text, 'creating_recipient'::text, 'creating_recipient_account'::text, 'requires_vendor_account_creation'::text, 'creating'::text, 'creation_pending'::text, 'fulfilling'::text, 'fulfillment_pending'::text, 'initiated'::text, 'cancelling_creation'::text, 'cancelling_created'::text, 'cancelling_fulfillment'::text, 'cancelling_initiated'::text, 'manual_review'::text]`;

const statements = [
  // A write that finds another version than it read fails with an error of its own; no other error has this code.
  `CREATE FUNCTION version_conflict() RETURNS integer LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'another transaction wrote first' USING ERRCODE = 'VC001'; END $$`,
  `CREATE TABLE payouts (
    merchant_id text NOT NULL,
    payout_id text NOT NULL,
    profile_id text NOT NULL,
    version integer NOT NULL,
    partition smallint NOT NULL,
    state text NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    customer_id text,
    merchant_order_reference_id text,
    payout_type text,
    entity_type text NOT NULL,
    connector text,
    merchant_connector_id text,
    connector_payout_id text,
    created_at timestamptz NOT NULL,
    modified_at timestamptz NOT NULL,
    body jsonb NOT NULL,
    CONSTRAINT payouts_pkey PRIMARY KEY (merchant_id, payout_id),
    CONSTRAINT payouts_state CHECK (state = ANY (${stored})),
    CONSTRAINT payouts_amount CHECK (amount > 0)
  )`,
  `CREATE INDEX payouts_by_creation ON payouts (merchant_id, created_at, payout_id)`,
  `CREATE INDEX payouts_by_customer ON payouts (merchant_id, customer_id, created_at, payout_id)`,
  `CREATE INDEX payouts_by_order ON payouts (merchant_id, merchant_order_reference_id)
    WHERE merchant_order_reference_id IS NOT NULL`,
  `CREATE INDEX payouts_open ON payouts (modified_at) WHERE state = ANY (${open})`,
  // Rows change a few times within seconds of their creation: what follows is read from the same page.
  `ALTER TABLE payouts SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02)`,
  `CREATE TABLE incidents (
    merchant_id text NOT NULL,
    payout_id text NOT NULL,
    kind text NOT NULL,
    opened_at timestamptz NOT NULL DEFAULT now(),
    resolved_at timestamptz,
    incident_id uuid NOT NULL DEFAULT gen_random_uuid(),
    CONSTRAINT incidents_pkey PRIMARY KEY (merchant_id, payout_id, kind)
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

const tables = ['payouts', 'incidents', 'incident_resolutions'];

/** Payouts with their attempts, and what of them needs a person. */
export class Payouts1795700000205 implements MigrationInterface {
  name = 'Payouts1795700000205';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
    for (const table of tables) await runner.query(rowLevelSecurity(table));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [...tables].reverse()) await runner.query(`DROP TABLE ${table}`);
    await runner.query('DROP FUNCTION refuse_change()');
    await runner.query('DROP FUNCTION version_conflict()');
  }
}
