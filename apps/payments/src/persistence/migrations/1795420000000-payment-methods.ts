import type { MigrationInterface, QueryRunner } from 'typeorm';

const columns = [
  'version integer NOT NULL DEFAULT 1',
  'fingerprint text',
  'details jsonb',
  'client_secret text',
  'client_secret_expires_at timestamptz',
  'last_used_at timestamptz NOT NULL DEFAULT now()',
];

const statusIn = (statuses: readonly string[]): string =>
  `CHECK (status = ANY (ARRAY[${statuses.map((status) => `'${status}'::text`).join(', ')}]))`;

const withStatuses = (statuses: readonly string[]): string =>
  `ALTER TABLE payment_methods DROP CONSTRAINT payment_methods_status,
     ADD CONSTRAINT payment_methods_status ${statusIn(statuses)}`;

/** Payment methods become objects of their own: before, a payment was all that saved one. */
export class PaymentMethods1795420000000 implements MigrationInterface {
  name = 'PaymentMethods1795420000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE payment_methods ${columns.map((column) => `ADD COLUMN ${column}`).join(', ')}`);
    await runner.query(withStatuses(['active', 'inactive', 'processing', 'awaiting_data', 'new', 'redacted']));
    await runner.query(`SELECT set_config('payorch.merchants', '{*}', true)`);
    await runner.query(
      `UPDATE payment_methods SET fingerprint = method #>> '{card,fingerprint}', last_used_at = modified_at`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`SELECT set_config('payorch.merchants', '{*}', true)`);
    await runner.query(`DELETE FROM payment_methods WHERE status NOT IN ('active', 'inactive')`);
    await runner.query(withStatuses(['active', 'inactive']));
    const dropped = columns.map((column) => `DROP COLUMN ${column.split(' ')[0]}`).join(', ');
    await runner.query(`ALTER TABLE payment_methods ${dropped}`);
  }
}
