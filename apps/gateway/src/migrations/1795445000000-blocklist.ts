import type { MigrationInterface, QueryRunner } from 'typeorm';

const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;
const rowLevelSecurity = (table: string): string[] => [
  `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY ${table}_merchant ON ${table} USING (${visible}) WITH CHECK (${visible})`,
];

const statements = [
  'ALTER TABLE merchant_accounts ADD COLUMN blocklist_guard boolean NOT NULL DEFAULT false',
  `CREATE TABLE blocklist_jobs (
    merchant_id text NOT NULL,
    job_id text NOT NULL,
    status text NOT NULL,
    total_rows integer NOT NULL,
    succeeded_rows integer NOT NULL DEFAULT 0,
    failed_rows integer NOT NULL,
    leased_until timestamptz NOT NULL DEFAULT now(),
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT blocklist_jobs_pkey PRIMARY KEY (merchant_id, job_id),
    CONSTRAINT blocklist_jobs_status CHECK (status IN ('initiated', 'processing', 'completed', 'failed'))
  )`,
  'CREATE INDEX blocklist_jobs_by_creation ON blocklist_jobs (merchant_id, created_at, job_id)',
  `CREATE INDEX blocklist_jobs_open ON blocklist_jobs (leased_until) WHERE status IN ('initiated', 'processing')`,
  `CREATE TABLE blocklist_job_chunks (
    merchant_id text NOT NULL,
    job_id text NOT NULL,
    chunk integer NOT NULL,
    entries jsonb NOT NULL,
    CONSTRAINT blocklist_job_chunks_pkey PRIMARY KEY (merchant_id, job_id, chunk)
  )`,
  ...rowLevelSecurity('blocklist_jobs'),
  ...rowLevelSecurity('blocklist_job_chunks'),
  `CREATE TABLE card_issuers (
    issuer_id text NOT NULL,
    issuer_name text NOT NULL,
    normal_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    modified_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT card_issuers_pkey PRIMARY KEY (issuer_id)
  )`,
  'CREATE UNIQUE INDEX card_issuers_name ON card_issuers (normal_name)',
];

/** The switch of a merchant's blocklist, uploads of blocklists on their way to payments, and the issuers of cards. */
export class Blocklist1795445000000 implements MigrationInterface {
  name = 'Blocklist1795445000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE card_issuers');
    await runner.query('DROP TABLE blocklist_job_chunks');
    await runner.query('DROP TABLE blocklist_jobs');
    await runner.query('ALTER TABLE merchant_accounts DROP COLUMN blocklist_guard');
  }
}
