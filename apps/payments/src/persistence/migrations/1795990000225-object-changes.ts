import type { MigrationInterface, QueryRunner } from 'typeorm';

const customerState = (row: string): string => `jsonb_build_object(
      'merchantId', ${row}.merchant_id, 'customerId', ${row}.customer_id, 'version', ${row}.version,
      'occurredAt', ${row}.modified_at, 'createdAt', ${row}.created_at,
      'status', CASE WHEN ${row}.redacted_at IS NULL THEN 'active' ELSE 'deleted' END,
      'defaultPaymentMethodId', ${row}.default_payment_method_id)`;

const methodState = (row: string): string => `jsonb_build_object(
      'merchantId', ${row}.merchant_id, 'paymentMethodId', ${row}.payment_method_id, 'customerId', ${row}.customer_id,
      'version', ${row}.version, 'occurredAt', ${row}.modified_at, 'createdAt', ${row}.created_at, 'status', ${row}.status,
      'paymentMethod', ${row}.method -> 'paymentMethod', 'paymentMethodType', ${row}.method -> 'paymentMethodType')`;

const statements = [
  `CREATE TABLE object_changes (
    id bigserial NOT NULL,
    type text NOT NULL,
    state jsonb NOT NULL,
    CONSTRAINT object_changes_pkey PRIMARY KEY (id)
  )`,
  `CREATE FUNCTION note_customer() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO object_changes (type, state) VALUES (
      CASE WHEN TG_OP = 'INSERT' THEN 'customer.created' WHEN NEW.redacted_at IS NULL THEN 'customer.updated' ELSE 'customer.deleted' END,
      ${customerState('NEW')});
    RETURN NULL;
  END $$`,
  `CREATE FUNCTION note_payment_method() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'DELETE' THEN
      INSERT INTO object_changes (type, state) VALUES ('payment_method.deleted',
        ${methodState('OLD')} || jsonb_build_object('version', OLD.version + 1, 'occurredAt', now(), 'status', 'deleted'));
    ELSE
      INSERT INTO object_changes (type, state) VALUES (
        CASE TG_OP WHEN 'INSERT' THEN 'payment_method.created' ELSE 'payment_method.updated' END, ${methodState('NEW')});
    END IF;
    RETURN NULL;
  END $$`,
  'CREATE TRIGGER customers_created AFTER INSERT ON customers FOR EACH ROW EXECUTE FUNCTION note_customer()',
  // A deleted customer changes no more for a subscriber, while pages of its data are erased.
  `CREATE TRIGGER customers_changed AFTER UPDATE ON customers FOR EACH ROW
    WHEN (OLD.version <> NEW.version AND OLD.redacted_at IS NULL) EXECUTE FUNCTION note_customer()`,
  `CREATE TRIGGER payment_methods_created AFTER INSERT OR DELETE ON payment_methods
    FOR EACH ROW EXECUTE FUNCTION note_payment_method()`,
  // A use of a payment method is a version without an event.
  `CREATE TRIGGER payment_methods_changed AFTER UPDATE ON payment_methods FOR EACH ROW
    WHEN (OLD.status <> NEW.status OR OLD.customer_id <> NEW.customer_id OR OLD.fingerprint IS DISTINCT FROM NEW.fingerprint
      OR OLD.method ->> 'paymentMethod' IS DISTINCT FROM NEW.method ->> 'paymentMethod'
      OR OLD.method ->> 'paymentMethodType' IS DISTINCT FROM NEW.method ->> 'paymentMethodType')
    EXECUTE FUNCTION note_payment_method()`,
];

/** Changes of customers and payment methods, which are published and then deleted. */
export class ObjectChanges1795990000225 implements MigrationInterface {
  name = 'ObjectChanges1795990000225';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const trigger of ['customers_created ON customers', 'customers_changed ON customers'])
      await runner.query(`DROP TRIGGER ${trigger}`);
    for (const trigger of ['payment_methods_created', 'payment_methods_changed'])
      await runner.query(`DROP TRIGGER ${trigger} ON payment_methods`);
    for (const name of ['note_customer', 'note_payment_method']) await runner.query(`DROP FUNCTION ${name}`);
    await runner.query('DROP TABLE object_changes');
  }
}
