import type { MigrationInterface, QueryRunner } from 'typeorm';

const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;

const statements = [
  `CREATE TABLE blocklist_chunks (
    merchant_id text NOT NULL,
    job_id text NOT NULL,
    chunk integer NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT blocklist_chunks_pkey PRIMARY KEY (merchant_id, job_id, chunk)
  )`,
  'CREATE INDEX blocklist_chunks_expiry ON blocklist_chunks (merchant_id, expires_at)',
  'ALTER TABLE blocklist_chunks ENABLE ROW LEVEL SECURITY',
  'ALTER TABLE blocklist_chunks FORCE ROW LEVEL SECURITY',
  `CREATE POLICY blocklist_chunks_merchant ON blocklist_chunks USING (${visible}) WITH CHECK (${visible})`,
];

/** The chunks of blocklist uploads that were added: each takes effect once. */
export class BlocklistChunks1795450000040 implements MigrationInterface {
  name = 'BlocklistChunks1795450000040';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE blocklist_chunks');
  }
}
