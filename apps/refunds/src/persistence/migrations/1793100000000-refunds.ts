import type { MigrationInterface, QueryRunner } from 'typeorm';

const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;
/** A transaction sees and writes the rows of the merchants that it names, and no others. */
const rowLevelSecurity = (table: string): string => `ALTER TABLE "${table}" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "${table}" FORCE ROW LEVEL SECURITY;
CREATE POLICY "${table}_merchant" ON "${table}" USING (${visible}) WITH CHECK (${visible})`;

const tables = [
  `CREATE TABLE balances (
    merchant_id text NOT NULL,
    payment_id text NOT NULL,
    version integer NOT NULL,
    partition smallint NOT NULL,
    currency text NOT NULL,
    charged bigint NOT NULL,
    reserved bigint NOT NULL,
    CONSTRAINT balances_pkey PRIMARY KEY (merchant_id, payment_id),
    CONSTRAINT balances_reserved CHECK (reserved >= 0 AND reserved <= charged)
  )`,
  `CREATE TABLE refunds (
    merchant_id text NOT NULL,
    refund_id text NOT NULL,
    payment_id text NOT NULL,
    profile_id text NOT NULL,
    attempt_id text NOT NULL,
    operation_id text NOT NULL,
    version integer NOT NULL,
    state text NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    connector text NOT NULL,
    merchant_connector_id text NOT NULL,
    connector_refund_id text,
    created_at timestamptz NOT NULL,
    modified_at timestamptz NOT NULL,
    body jsonb NOT NULL,
    CONSTRAINT refunds_pkey PRIMARY KEY (merchant_id, refund_id),
    CONSTRAINT refunds_state CHECK (state = ANY (ARRAY['scheduled'::text, 'pending'::text, 'manual_review'::text, 'success'::text, 'failure'::text])),
    CONSTRAINT refunds_amount CHECK (amount > 0)
  )`,
  `CREATE INDEX refunds_by_payment ON refunds (merchant_id, payment_id, created_at)`,
  `CREATE INDEX refunds_by_creation ON refunds (merchant_id, created_at, refund_id)`,
  `CREATE INDEX refunds_open ON refunds (modified_at) WHERE state = ANY (ARRAY['scheduled'::text, 'pending'::text, 'manual_review'::text])`,
  `CREATE TABLE incidents (
    merchant_id text NOT NULL,
    refund_id text NOT NULL,
    kind text NOT NULL,
    payment_id text NOT NULL,
    opened_at timestamptz NOT NULL DEFAULT now(),
    resolved_at timestamptz,
    CONSTRAINT incidents_pkey PRIMARY KEY (merchant_id, refund_id, kind)
  )`,
  `CREATE INDEX incidents_open ON incidents (opened_at) WHERE resolved_at IS NULL`,
];

const merchantOwned = ['balances', 'refunds', 'incidents'];

export class Refunds1793100000000 implements MigrationInterface {
  name = 'Refunds1793100000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of tables) await runner.query(statement);
    for (const table of merchantOwned) await runner.query(rowLevelSecurity(table));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [...merchantOwned].reverse()) await runner.query(`DROP TABLE ${table}`);
  }
}
