import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Every organization and account of a former release is a standard one, and so is what that release still creates. */
export class Platforms1795900000030 implements MigrationInterface {
  name = 'Platforms1795900000030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE organizations ADD organization_type text NOT NULL DEFAULT 'standard', ADD platform_merchant_id text`,
    );
    await runner.query(
      `ALTER TABLE merchant_accounts ADD account_type text NOT NULL DEFAULT 'standard', ADD platform_merchant_id text`,
    );
    await runner.query(
      `CREATE INDEX merchant_accounts_platform ON merchant_accounts (platform_merchant_id)
       WHERE platform_merchant_id IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE merchant_accounts DROP account_type, DROP platform_merchant_id');
    await runner.query('ALTER TABLE organizations DROP organization_type, DROP platform_merchant_id');
  }
}
