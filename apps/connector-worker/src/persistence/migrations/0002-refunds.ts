import type { MigrationInterface, QueryRunner } from 'typeorm';

const flows = async (runner: QueryRunner, names: string): Promise<void> => {
  await runner.query('ALTER TABLE operations DROP CONSTRAINT operations_flow');
  await runner.query(`ALTER TABLE operations ADD CONSTRAINT operations_flow CHECK ("flow" IN (${names}))`);
};

/** Refunds and increments are operations too; a refund knows its own id and the payment's. */
export class Refunds1700000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await flows(runner, `'authorize', 'capture', 'void', 'increment', 'refund'`);
    await runner.query('ALTER TABLE operations ADD COLUMN refund_id text, ADD COLUMN payment_reference text');
    await runner.query(`
      ALTER TABLE operations ADD CONSTRAINT operations_refund
      CHECK (("flow" = 'refund') = ("refund_id" IS NOT NULL AND "payment_reference" IS NOT NULL))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE operations DROP CONSTRAINT operations_refund');
    await runner.query('ALTER TABLE operations DROP COLUMN refund_id, DROP COLUMN payment_reference');
    await flows(runner, `'authorize', 'capture', 'void'`);
  }
}
