import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reconciliation finds refunds by the processor’s id, and by the operation until the processor has named them. */
export class RefundRecords1796000000229 implements MigrationInterface {
  name = 'RefundRecords1796000000229';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX refunds_by_reference ON refunds (merchant_id, connector_refund_id, operation_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX refunds_by_reference');
  }
}
