import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists of one customer and of one profile are read in order, from any place on. */
export class ListIndexes1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX intents_by_customer');
    await runner.query(
      'CREATE INDEX intents_by_customer ON intents (merchant_id, customer_id, created_at, payment_id)',
    );
    await runner.query('CREATE INDEX intents_by_profile ON intents (merchant_id, profile_id, created_at, payment_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX intents_by_profile');
    await runner.query('DROP INDEX intents_by_customer');
    await runner.query('CREATE INDEX intents_by_customer ON intents (merchant_id, customer_id, created_at)');
  }
}
