import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A payment may have a link, by which merchants find it and list it. */
export class PaymentLinks1795490000117 implements MigrationInterface {
  name = 'PaymentLinks1795490000117';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE intents ADD COLUMN payment_link_id text');
    await runner.query(
      'CREATE UNIQUE INDEX intents_by_link ON intents (merchant_id, payment_link_id) WHERE payment_link_id IS NOT NULL',
    );
    await runner.query(
      'CREATE INDEX intents_links_by_creation ON intents (merchant_id, created_at, payment_id) WHERE payment_link_id IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX intents_links_by_creation');
    await runner.query('DROP INDEX intents_by_link');
    await runner.query('ALTER TABLE intents DROP COLUMN payment_link_id');
  }
}
