import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The webhook that brought an event, and what the event changed. Events that a worker of the release before handled have neither. */
export class EventChanges1795920000227 implements MigrationInterface {
  name = 'EventChanges1795920000227';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE processor_events ADD COLUMN webhook_id text, ADD COLUMN changed jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE processor_events DROP COLUMN changed, DROP COLUMN webhook_id');
  }
}
