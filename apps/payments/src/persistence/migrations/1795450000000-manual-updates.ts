import type { MigrationInterface, QueryRunner } from 'typeorm';

const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;

const statements = [
  `CREATE TABLE manual_updates (
    merchant_id text NOT NULL,
    payment_id text NOT NULL,
    version integer NOT NULL,
    attempt_id text NOT NULL,
    status_before text NOT NULL,
    status_after text NOT NULL,
    sent jsonb NOT NULL,
    request_id text NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT manual_updates_pkey PRIMARY KEY (merchant_id, payment_id, version)
  )`,
  `ALTER TABLE manual_updates ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE manual_updates FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY manual_updates_merchant ON manual_updates USING (${visible}) WITH CHECK (${visible})`,
];

/** The audit of operators' changes to attempts. */
export class ManualUpdates1795450000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE manual_updates');
  }
}
