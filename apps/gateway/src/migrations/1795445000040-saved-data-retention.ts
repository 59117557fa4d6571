import type { MigrationInterface, QueryRunner } from 'typeorm';

const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;

const statements = [
  `CREATE TABLE customer_deletions (
    merchant_id text NOT NULL,
    customer_id text NOT NULL,
    due_at timestamptz NOT NULL,
    requested_at timestamptz NOT NULL DEFAULT now(),
    erased_at timestamptz,
    CONSTRAINT customer_deletions_pkey PRIMARY KEY (merchant_id, customer_id)
  )`,
  'CREATE INDEX customer_deletions_due ON customer_deletions (due_at)',
  'ALTER TABLE customer_deletions ENABLE ROW LEVEL SECURITY',
  'ALTER TABLE customer_deletions FORCE ROW LEVEL SECURITY',
  `CREATE POLICY customer_deletions_merchant ON customer_deletions USING (${visible}) WITH CHECK (${visible})`,
  'CREATE INDEX blocklist_jobs_created ON blocklist_jobs (created_at)',
];

/** Deletions of customers that the gateway has to complete, and the retention of blocklist uploads. */
export class SavedDataRetention1795445000040 implements MigrationInterface {
  name = 'SavedDataRetention1795445000040';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX blocklist_jobs_created');
    await runner.query('DROP TABLE customer_deletions');
  }
}
