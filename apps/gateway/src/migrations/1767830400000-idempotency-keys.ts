import type { MigrationInterface, QueryRunner } from 'typeorm';

const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;
/** A transaction sees and writes the rows of the merchants that it names, and no others. */
const rowLevelSecurity = (table: string): string => `ALTER TABLE "${table}" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "${table}" FORCE ROW LEVEL SECURITY;
CREATE POLICY "${table}_merchant" ON "${table}" USING (${visible}) WITH CHECK (${visible})`;

export class IdempotencyKeys1767830400000 implements MigrationInterface {
  name = 'IdempotencyKeys1767830400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE idempotency_keys (
      merchant_id text NOT NULL,
      route text NOT NULL,
      idempotency_key text NOT NULL,
      request_digest bytea NOT NULL,
      command_id text NOT NULL,
      leased_until timestamptz NOT NULL,
      sealed_answer text,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT idempotency_keys_pkey PRIMARY KEY (merchant_id, route, idempotency_key)
    )`);
    await runner.query('CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at)');
    await runner.query(rowLevelSecurity('idempotency_keys'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idempotency_keys');
  }
}
