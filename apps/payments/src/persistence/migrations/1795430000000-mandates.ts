import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Row-level security hides all rows until the transaction names its merchants. */
const everyMerchant = `SET LOCAL payorch.merchants = '{"*"}'`;

const columns = [
  'version integer NOT NULL DEFAULT 1',
  'profile_id text',
  'attempt_id text',
  'mandate_reference text',
  'customer_reference text',
  'revocation jsonb',
];

/** From the payment that set the mandate up, and from the saved payment method at the account of that payment. */
const known = `
  UPDATE mandates m SET
    profile_id = i.profile_id,
    attempt_id = (
      SELECT a.attempt_id FROM attempts a
      WHERE a.merchant_id = m.merchant_id AND a.payment_id = m.payment_id ORDER BY a.number DESC LIMIT 1
    ),
    mandate_reference = p.processor_references #>> ARRAY[m.merchant_connector_id, 'mandateReference'],
    customer_reference = p.processor_references #>> ARRAY[m.merchant_connector_id, 'customerReference']
  FROM intents i, payment_methods p
  WHERE i.merchant_id = m.merchant_id AND i.payment_id = m.payment_id
    AND p.merchant_id = m.merchant_id AND p.payment_method_id = m.payment_method_id`;

/** Mandates become objects of their own: before, only payments changed them. */
export class Mandates1795430000000 implements MigrationInterface {
  name = 'Mandates1795430000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(everyMerchant);
    await runner.query(`ALTER TABLE mandates ${columns.map((column) => `ADD COLUMN ${column}`).join(', ')}`);
    await runner.query(known);
    await runner.query(
      'ALTER TABLE mandates ALTER COLUMN profile_id SET NOT NULL, ALTER COLUMN attempt_id SET NOT NULL',
    );
    await runner.query('CREATE INDEX mandates_by_creation ON mandates (merchant_id, created_at, mandate_id)');
    await runner.query(
      `CREATE INDEX mandates_pending ON mandates (modified_at) WHERE status = ANY (ARRAY['pending'::text])`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX mandates_pending');
    await runner.query('DROP INDEX mandates_by_creation');
    const dropped = columns.map((column) => `DROP COLUMN ${column.split(' ')[0]}`).join(', ');
    await runner.query(`ALTER TABLE mandates ${dropped}`);
  }
}
