import type { MigrationInterface, QueryRunner } from 'typeorm';

const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;

const statements = [
  `CREATE TABLE blocklist (
    merchant_id text NOT NULL,
    data_kind text NOT NULL,
    data text NOT NULL,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    removed_at timestamptz,
    CONSTRAINT blocklist_pkey PRIMARY KEY (merchant_id, data_kind, data),
    CONSTRAINT blocklist_data_kind CHECK (data_kind IN ('payment_method', 'card_bin', 'extended_card_bin'))
  )`,
  `CREATE INDEX blocklist_by_creation ON blocklist (merchant_id, data_kind, created_at, data) WHERE removed_at IS NULL`,
  'ALTER TABLE blocklist ENABLE ROW LEVEL SECURITY',
  'ALTER TABLE blocklist FORCE ROW LEVEL SECURITY',
  `CREATE POLICY blocklist_merchant ON blocklist USING (${visible}) WITH CHECK (${visible})`,
];

/** The cards that merchants block. */
export class Blocklist1795440000000 implements MigrationInterface {
  name = 'Blocklist1795440000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE blocklist');
  }
}
