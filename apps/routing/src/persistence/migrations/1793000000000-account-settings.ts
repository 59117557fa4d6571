import { rowLevelSecurity } from '@payorch/platform/postgres';
import type { MigrationInterface, QueryRunner } from 'typeorm';

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
