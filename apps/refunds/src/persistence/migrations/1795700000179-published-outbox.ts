import type { MigrationInterface, QueryRunner } from 'typeorm';

const settings = {
  // The live rows are few: what counts is how many were deleted.
  autovacuum_vacuum_scale_factor: 0,
  autovacuum_vacuum_cost_delay: 0,
  'toast.autovacuum_vacuum_threshold': 2_000,
  'toast.autovacuum_vacuum_scale_factor': 0,
  'toast.autovacuum_vacuum_cost_delay': 0,
};

/** A row of the outbox is deleted when it is published: removes those that a former release kept, and vacuums for many deletions. */
export class PublishedOutbox1795700000179 implements MigrationInterface {
  name = 'PublishedOutbox1795700000179';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM outbox WHERE published_at IS NOT NULL');
    const list = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
    await runner.query(`ALTER TABLE outbox SET (${list.join(', ')})`);
  }

  /** The scale factor of `hot-tables` again; of payouts and the gateway as well, which have no larger outbox. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE outbox RESET (${Object.keys(settings).join(', ')})`);
    await runner.query('ALTER TABLE outbox SET (autovacuum_vacuum_scale_factor = 0.02)');
  }
}
