import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reconciliation finds attempts by the processor’s id, and lists the later attempts of payments by their creation. */
export class AttemptRecords1796000000229 implements MigrationInterface {
  name = 'AttemptRecords1796000000229';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX attempts_by_reference ON attempts (merchant_id, connector_transaction_id) WHERE connector_transaction_id IS NOT NULL',
    );
    await runner.query(
      'CREATE INDEX attempts_later ON attempts (merchant_id, created_at, payment_id, number) WHERE number > 1',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX attempts_later');
    await runner.query('DROP INDEX attempts_by_reference');
  }
}
