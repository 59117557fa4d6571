import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The domains of a shop that Apple verified for a connector account. */
export class VerifiedDomains1795490000132 implements MigrationInterface {
  name = 'VerifiedDomains1795490000132';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE merchant_connector_accounts ADD COLUMN verified_domains json');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE merchant_connector_accounts DROP COLUMN verified_domains');
  }
}
