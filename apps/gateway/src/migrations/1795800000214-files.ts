import type { MigrationInterface, QueryRunner } from 'typeorm';

const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;

const statements = [
  `CREATE TABLE files (
    merchant_id text NOT NULL,
    file_id text NOT NULL,
    profile_id text,
    purpose text NOT NULL,
    dispute_id text NOT NULL,
    state text NOT NULL,
    size integer NOT NULL,
    content_type text NOT NULL,
    storage_key text NOT NULL,
    facts jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    due_at timestamptz NOT NULL,
    CONSTRAINT files_pkey PRIMARY KEY (merchant_id, file_id),
    CONSTRAINT files_state CHECK (state IN ('storing', 'stored', 'deleting'))
  )`,
  'CREATE INDEX files_due ON files (due_at)',
  'CREATE INDEX files_of_dispute ON files (merchant_id, dispute_id)',
  'ALTER TABLE files ENABLE ROW LEVEL SECURITY',
  'ALTER TABLE files FORCE ROW LEVEL SECURITY',
  `CREATE POLICY files_merchant ON files USING (${visible}) WITH CHECK (${visible})`,
];

/** Merchants' files, whose bytes are in the file storage. */
export class Files1795800000214 implements MigrationInterface {
  name = 'Files1795800000214';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE files');
  }
}
