import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Processors report mandates by their own ids of saved payment methods. */
export class MandatesByReference1795450000041 implements MigrationInterface {
  name = 'MandatesByReference1795450000041';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX mandates_by_reference ON mandates (merchant_id, merchant_connector_id, mandate_reference)
       WHERE mandate_reference IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX mandates_by_reference');
  }
}
