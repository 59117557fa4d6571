import type { MigrationInterface, QueryRunner } from 'typeorm';

const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;

const statements = [
  `CREATE TABLE inline_credentials (
    merchant_id text NOT NULL,
    merchant_connector_id text NOT NULL,
    base_account_id text NOT NULL,
    connector_name text NOT NULL,
    creds_identifier text NOT NULL,
    credentials_hash text NOT NULL,
    sealed_credentials text NOT NULL,
    metadata json,
    account_version integer NOT NULL,
    sent_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT inline_credentials_pkey PRIMARY KEY (merchant_id, merchant_connector_id)
  )`,
  `CREATE UNIQUE INDEX inline_credentials_identifier
    ON inline_credentials (merchant_id, creds_identifier, base_account_id, credentials_hash)`,
  'CREATE INDEX inline_credentials_account ON inline_credentials (merchant_id, base_account_id)',
  'ALTER TABLE inline_credentials ENABLE ROW LEVEL SECURITY',
  'ALTER TABLE inline_credentials FORCE ROW LEVEL SECURITY',
  `CREATE POLICY inline_credentials_merchant ON inline_credentials USING (${visible}) WITH CHECK (${visible})`,
];

/** Credentials that payment requests send for a connector account, sealed for the workers. */
export class InlineCredentials1795480000114 implements MigrationInterface {
  name = 'InlineCredentials1795480000114';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE inline_credentials');
  }
}
