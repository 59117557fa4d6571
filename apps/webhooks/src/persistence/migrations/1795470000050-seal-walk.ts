import type { MigrationInterface, QueryRunner } from 'typeorm';

const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;
/** A transaction sees and writes the rows of the merchants that it names, and no others. */
const rowLevelSecurity = (table: string): string => `ALTER TABLE "${table}" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "${table}" FORCE ROW LEVEL SECURITY;
CREATE POLICY "${table}_merchant" ON "${table}" USING (${visible}) WITH CHECK (${visible})`;

const sealWalkTables = [
  `CREATE TABLE seal_walks (
    ring text NOT NULL,
    kid text NOT NULL,
    table_index smallint NOT NULL DEFAULT 0,
    after_merchant text NOT NULL DEFAULT '',
    after_id text NOT NULL DEFAULT '',
    found int NOT NULL DEFAULT 0,
    waiting int,
    began_at timestamptz NOT NULL DEFAULT now(),
    due_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT seal_walks_pkey PRIMARY KEY (ring)
  )`,
  `CREATE TABLE unopenable_seals (
    merchant_id text NOT NULL,
    place text NOT NULL,
    object_id text NOT NULL,
    digest text NOT NULL,
    fault text NOT NULL,
    tries smallint NOT NULL DEFAULT 1,
    seen_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT unopenable_seals_pkey PRIMARY KEY (merchant_id, place, object_id)
  )`,
  rowLevelSecurity('unopenable_seals'),
];

/** The position of the walk over rows under older data keys, and which values do not open. */
export class SealWalk1795470000050 implements MigrationInterface {
  name = 'SealWalk1795470000050';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of sealWalkTables) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE unopenable_seals');
    await runner.query('DROP TABLE seal_walks');
  }
}
