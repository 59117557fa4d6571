import type { MigrationInterface, QueryRunner } from 'typeorm';

const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;

const statements = [
  `CREATE TABLE page_domains (
    merchant_id text NOT NULL,
    domain text NOT NULL,
    profile_id text,
    challenge text NOT NULL,
    state text NOT NULL,
    verified_at timestamptz,
    next_check_at timestamptz,
    failed_checks integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT page_domains_pkey PRIMARY KEY (merchant_id, domain),
    CONSTRAINT page_domains_state CHECK (state IN ('pending', 'verified', 'lapsed'))
  )`,
  `CREATE UNIQUE INDEX page_domains_verified ON page_domains (domain) WHERE state = 'verified'`,
  `CREATE INDEX page_domains_due ON page_domains (next_check_at) WHERE state = 'verified'`,
  'ALTER TABLE page_domains ENABLE ROW LEVEL SECURITY',
  'ALTER TABLE page_domains FORCE ROW LEVEL SECURITY',
  `CREATE POLICY page_domains_merchant ON page_domains USING (${visible}) WITH CHECK (${visible})`,
];

/** The domains of merchants' payment pages, with the proof of their ownership. */
export class PageDomains1795510000152 implements MigrationInterface {
  name = 'PageDomains1795510000152';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE page_domains');
  }
}
