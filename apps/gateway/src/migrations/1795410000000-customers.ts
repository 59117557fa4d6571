import type { MigrationInterface, QueryRunner } from 'typeorm';

const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;
/** A transaction sees and writes the rows of the merchants that it names, and no others. */
const rowLevelSecurity = (table: string): string => `ALTER TABLE "${table}" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "${table}" FORCE ROW LEVEL SECURITY;
CREATE POLICY "${table}_merchant" ON "${table}" USING (${visible}) WITH CHECK (${visible})`;

/** Ephemeral keys, and the customer of a stored response: its personal data is erased with the customer. */
export class Customers1795410000000 implements MigrationInterface {
  name = 'Customers1795410000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE ephemeral_keys (
      merchant_id text NOT NULL,
      key_id text NOT NULL,
      customer_id text NOT NULL,
      hash text NOT NULL,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      CONSTRAINT ephemeral_keys_pkey PRIMARY KEY (merchant_id, key_id)
    )`);
    await runner.query('CREATE UNIQUE INDEX ephemeral_keys_hash ON ephemeral_keys (hash)');
    await runner.query('CREATE INDEX ephemeral_keys_by_customer ON ephemeral_keys (merchant_id, customer_id)');
    await runner.query('CREATE INDEX ephemeral_keys_expiry ON ephemeral_keys (expires_at)');
    await runner.query(rowLevelSecurity('ephemeral_keys'));
    await runner.query('ALTER TABLE idempotency_keys ADD COLUMN customer_id text');
    await runner.query(
      'CREATE INDEX idempotency_keys_by_customer ON idempotency_keys (merchant_id, customer_id) WHERE customer_id IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX idempotency_keys_by_customer');
    await runner.query('ALTER TABLE idempotency_keys DROP COLUMN customer_id');
    await runner.query('DROP TABLE ephemeral_keys');
  }
}
