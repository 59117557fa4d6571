import type { MigrationInterface, QueryRunner } from 'typeorm';

const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;
/** A transaction sees and writes the rows of the merchants that it names, and no others. */
const rowLevelSecurity = (table: string): string => `ALTER TABLE "${table}" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "${table}" FORCE ROW LEVEL SECURITY;
CREATE POLICY "${table}_merchant" ON "${table}" USING (${visible}) WITH CHECK (${visible})`;

export class RoutingAlgorithms1795500000133 implements MigrationInterface {
  name = 'RoutingAlgorithms1795500000133';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE routing_algorithms (
      merchant_id text,
      algorithm_id text,
      profile_id text NOT NULL,
      name text NOT NULL,
      description text NOT NULL,
      kind text NOT NULL,
      data json NOT NULL,
      algorithm_for text NOT NULL,
      created_at timestamptz NOT NULL,
      CONSTRAINT routing_algorithms_pkey PRIMARY KEY (merchant_id, algorithm_id)
    )`);
    await runner.query(`CREATE INDEX routing_algorithms_newest
      ON routing_algorithms (merchant_id, created_at, algorithm_id)`);
    await runner.query(rowLevelSecurity('routing_algorithms'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE routing_algorithms');
  }
}
