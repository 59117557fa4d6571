import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The deletion of a customer finds the events about its payments. */
export class EventsByObject1795410000000 implements MigrationInterface {
  name = 'EventsByObject1795410000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX events_by_object ON events (merchant_id, object_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX events_by_object');
  }
}
