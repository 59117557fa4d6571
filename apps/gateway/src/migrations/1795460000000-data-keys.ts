import type { MigrationInterface, QueryRunner } from 'typeorm';

const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;

const statements = [
  `CREATE TABLE data_keys (
    merchant_id text NOT NULL,
    version integer NOT NULL,
    wrapped text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT data_keys_pkey PRIMARY KEY (merchant_id, version)
  )`,
  'ALTER TABLE data_keys ENABLE ROW LEVEL SECURITY',
  'ALTER TABLE data_keys FORCE ROW LEVEL SECURITY',
  `CREATE POLICY data_keys_merchant ON data_keys USING (${visible}) WITH CHECK (${visible})`,
  'ALTER TABLE processor_webhooks ADD COLUMN sealed_body text, ALTER COLUMN body DROP NOT NULL',
];

/** The data keys of merchants, wrapped. The gateway makes those of existing merchants when it starts. */
export class DataKeys1795460000000 implements MigrationInterface {
  name = 'DataKeys1795460000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM processor_webhooks WHERE body IS NULL');
    await runner.query('ALTER TABLE processor_webhooks DROP COLUMN sealed_body, ALTER COLUMN body SET NOT NULL');
    await runner.query('DROP TABLE data_keys');
  }
}
