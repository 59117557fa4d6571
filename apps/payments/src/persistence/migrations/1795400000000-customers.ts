import type { MigrationInterface, QueryRunner } from 'typeorm';

const columns = [
  'version integer NOT NULL DEFAULT 1',
  'description text',
  'address jsonb',
  'metadata jsonb',
  'tax_registration_id text',
  'document_details jsonb',
  'default_payment_method_id text',
  'modified_at timestamptz NOT NULL DEFAULT now()',
  'redacted_at timestamptz',
];

/** Customers become objects of their own: before, a payment was all that created one. */
export class Customers1795400000000 implements MigrationInterface {
  name = 'Customers1795400000000';

  async up(runner: QueryRunner): Promise<void> {
    const added = columns.map((column) => `ADD COLUMN ${column}`).join(', ');
    await runner.query(`ALTER TABLE customers ${added}`);
    await runner.query('CREATE INDEX customers_by_creation ON customers (merchant_id, created_at, customer_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX customers_by_creation');
    const dropped = columns.map((column) => `DROP COLUMN ${column.split(' ')[0]}`).join(', ');
    await runner.query(`ALTER TABLE customers ${dropped}`);
  }
}
