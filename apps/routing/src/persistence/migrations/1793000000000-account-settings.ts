import type { MigrationInterface, QueryRunner } from 'typeorm';

const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;
/** A transaction sees and writes the rows of the merchants that it names, and no others. */
const rowLevelSecurity = (table: string): string => `ALTER TABLE "${table}" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "${table}" FORCE ROW LEVEL SECURITY;
CREATE POLICY "${table}_merchant" ON "${table}" USING (${visible}) WITH CHECK (${visible})`;

export class AccountSettings1793000000000 implements MigrationInterface {
  name = 'AccountSettings1793000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE account_settings (
      merchant_id text,
      key text,
      account_version integer NOT NULL,
      headers jsonb NOT NULL,
      body text NOT NULL,
      CONSTRAINT account_settings_pkey PRIMARY KEY (merchant_id, key)
    )`);
    await runner.query(rowLevelSecurity('account_settings'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE account_settings');
  }
}
