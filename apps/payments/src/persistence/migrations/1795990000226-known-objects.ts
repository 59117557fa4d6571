import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  "SET LOCAL payorch.merchants = '{*}'",
  // Their state is read when they are published: a change may come first.
  `INSERT INTO object_changes (type, state)
    SELECT 'customer.known', jsonb_build_object('merchantId', merchant_id, 'customerId', customer_id) FROM customers`,
  `INSERT INTO object_changes (type, state)
    SELECT 'payment_method.known', jsonb_build_object('merchantId', merchant_id, 'paymentMethodId', payment_method_id)
    FROM payment_methods`,
];

/** The customers and payment methods from before `object_changes`: published once, so that their snapshots are whole. */
export class KnownObjects1795990000226 implements MigrationInterface {
  name = 'KnownObjects1795990000226';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DELETE FROM object_changes WHERE type LIKE '%.known'");
  }
}
