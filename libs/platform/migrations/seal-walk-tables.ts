import type { QueryRunner } from 'typeorm';

const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;

/** The tables of `SealWalkRow` and `UnopenableSealRow` as they were first made: frozen, as every migration is. */
const statements = [
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
  // A transaction sees and writes the rows of the merchants that it names, and no others.
  `ALTER TABLE "unopenable_seals" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "unopenable_seals" FORCE ROW LEVEL SECURITY;
CREATE POLICY "unopenable_seals_merchant" ON "unopenable_seals" USING (${visible}) WITH CHECK (${visible})`,
];

/** The first migration of every service with walks: where a walk over sealed rows stands, and which values do not open. */
export abstract class SealWalkTables {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE unopenable_seals');
    await runner.query('DROP TABLE seal_walks');
  }
}
