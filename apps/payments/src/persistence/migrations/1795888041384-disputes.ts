import type { MigrationInterface, QueryRunner } from 'typeorm';

const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;

const statements = [
  `CREATE TABLE disputes (
    merchant_id text NOT NULL,
    dispute_id text NOT NULL,
    version integer NOT NULL,
    profile_id text NOT NULL,
    state text NOT NULL,
    created_at timestamptz NOT NULL,
    modified_at timestamptz NOT NULL,
    body jsonb NOT NULL,
    CONSTRAINT disputes_pkey PRIMARY KEY (merchant_id, dispute_id),
    CONSTRAINT disputes_state CHECK ("state" = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text]))
  )`,
  'ALTER TABLE disputes ENABLE ROW LEVEL SECURITY',
  'ALTER TABLE disputes FORCE ROW LEVEL SECURITY',
  `CREATE POLICY disputes_merchant ON disputes USING (${visible}) WITH CHECK (${visible})`,
];

/** The table of the resource "dispute". */
export class Disputes1795888041384 implements MigrationInterface {
  name = 'Disputes1795888041384';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE disputes');
  }
}
