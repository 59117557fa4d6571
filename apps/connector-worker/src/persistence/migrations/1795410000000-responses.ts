import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Marks operations that store the processor's whole response: it is erased with the customer. */
export class Responses1795410000000 implements MigrationInterface {
  name = 'Responses1795410000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE operations ADD COLUMN has_response boolean NOT NULL DEFAULT false');
    await runner.query(`UPDATE operations SET has_response = true WHERE outcome ? 'whole'`);
    await runner.query(
      'CREATE INDEX operations_responses ON operations (merchant_id, payment_id) WHERE "has_response"',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX operations_responses');
    await runner.query('ALTER TABLE operations DROP COLUMN has_response');
  }
}
