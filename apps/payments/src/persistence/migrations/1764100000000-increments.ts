import type { MigrationInterface, QueryRunner } from 'typeorm';

const live = `state = ANY (ARRAY['authorizing'::text, 'pending'::text, 'authentication_pending'::text, 'cancellation_initiated'::text, 'authorized'::text, 'capture_initiated'::text, 'void_initiated'::text, 'increment_initiated'::text])`;

/** What is held may be raised: a state more, and while an attempt is in it no other one may live. */
export class Increments1764100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE attempts DROP CONSTRAINT attempts_state`);
    await runner.query(
      `ALTER TABLE attempts ADD CONSTRAINT attempts_state CHECK (state = ANY (ARRAY['payment_method_awaited'::text, 'confirmation_awaited'::text, 'authorizing'::text, 'pending'::text, 'authentication_pending'::text, 'cancellation_initiated'::text, 'authorized'::text, 'increment_initiated'::text, 'capture_initiated'::text, 'void_initiated'::text, 'charged'::text, 'partial_charged'::text, 'voided'::text, 'failure'::text, 'capture_failed'::text, 'void_failed'::text, 'expired'::text, 'integrity_failure'::text]))`,
    );
    await runner.query('DROP INDEX attempts_live');
    await runner.query('DROP INDEX attempts_open');
    await runner.query(`CREATE UNIQUE INDEX attempts_live ON attempts (merchant_id, payment_id) WHERE ${live}`);
    await runner.query(`CREATE INDEX attempts_open ON attempts (modified_at) WHERE ${live}`);
  }

  /** Sums that were raised cannot be told without the state. */
  async down(): Promise<void> {}
}
