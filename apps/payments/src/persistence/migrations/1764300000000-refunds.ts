import type { MigrationInterface, QueryRunner } from 'typeorm';

const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;
/** A transaction sees and writes the rows of the merchants that it names, and no others. */
const rowLevelSecurity = (table: string): string => `ALTER TABLE "${table}" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "${table}" FORCE ROW LEVEL SECURITY;
CREATE POLICY "${table}_merchant" ON "${table}" USING (${visible}) WITH CHECK (${visible})`;

/** What the owner of refunds told of them, for the answers that show a payment with its refunds. */
export class Refunds1764300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE refunds (
      merchant_id text NOT NULL,
      refund_id text NOT NULL,
      payment_id text NOT NULL,
      version integer NOT NULL,
      created_at timestamptz NOT NULL,
      object json NOT NULL,
      CONSTRAINT refunds_pkey PRIMARY KEY (merchant_id, refund_id)
    )`);
    await runner.query('CREATE INDEX refunds_by_payment ON refunds (merchant_id, payment_id, created_at)');
    await runner.query(rowLevelSecurity('refunds'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE refunds');
  }
}
