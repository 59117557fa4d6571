import type { MigrationInterface, QueryRunner } from 'typeorm';

const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;
/** A transaction sees and writes the rows of the merchants that it names, and no others. */
const rowLevelSecurity = (table: string): string => `ALTER TABLE "${table}" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "${table}" FORCE ROW LEVEL SECURITY;
CREATE POLICY "${table}_merchant" ON "${table}" USING (${visible}) WITH CHECK (${visible})`;

const tables = [
  `CREATE TABLE payment_methods (
    merchant_id text NOT NULL,
    payment_method_id text NOT NULL,
    customer_id text NOT NULL,
    status text NOT NULL,
    method jsonb NOT NULL,
    processor_references jsonb NOT NULL,
    network_transaction_id text,
    created_at timestamptz NOT NULL,
    modified_at timestamptz NOT NULL,
    CONSTRAINT payment_methods_pkey PRIMARY KEY (merchant_id, payment_method_id),
    CONSTRAINT payment_methods_status CHECK (status = ANY (ARRAY['active'::text, 'inactive'::text]))
  )`,
  `CREATE INDEX payment_methods_by_customer ON payment_methods (merchant_id, customer_id, created_at)`,
  `CREATE TABLE mandates (
    merchant_id text NOT NULL,
    mandate_id text NOT NULL,
    customer_id text NOT NULL,
    payment_method_id text NOT NULL,
    payment_id text NOT NULL,
    connector text NOT NULL,
    merchant_connector_id text NOT NULL,
    status text NOT NULL,
    mandate_type text NOT NULL,
    limit_amount bigint,
    currency text,
    start_date timestamptz,
    end_date timestamptz,
    captured_amount bigint NOT NULL,
    reserved_amount bigint NOT NULL,
    customer_acceptance jsonb,
    created_at timestamptz NOT NULL,
    modified_at timestamptz NOT NULL,
    CONSTRAINT mandates_pkey PRIMARY KEY (merchant_id, mandate_id),
    CONSTRAINT mandates_status CHECK (status = ANY (ARRAY['active'::text, 'inactive'::text, 'pending'::text, 'revoked'::text])),
    CONSTRAINT mandates_limit CHECK (captured_amount >= 0 AND reserved_amount >= 0 AND (limit_amount IS NULL OR captured_amount + reserved_amount <= limit_amount))
  )`,
  `CREATE INDEX mandates_by_customer ON mandates (merchant_id, customer_id, created_at)`,
];

/** What customers let us keep, and how far they let us charge it. */
export class StoredMethods1764200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of tables) await runner.query(statement);
    for (const table of ['payment_methods', 'mandates']) await runner.query(rowLevelSecurity(table));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE mandates');
    await runner.query('DROP TABLE payment_methods');
  }
}
