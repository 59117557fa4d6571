import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reconciliation finds payouts by the processor’s id. */
export class PayoutRecords1796000000229 implements MigrationInterface {
  name = 'PayoutRecords1796000000229';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX payouts_by_reference ON payouts (merchant_id, connector_payout_id) WHERE connector_payout_id IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX payouts_by_reference');
  }
}
