import type { MigrationInterface, QueryRunner } from 'typeorm';

const statuses = `'requires_payment_method'::text, 'requires_confirmation'::text, 'processing'::text, 'requires_customer_action'::text, 'requires_capture'::text, 'succeeded'::text, 'partially_captured'::text, 'cancelled_post_capture'::text, 'cancelled'::text, 'failed'::text, 'expired'::text, 'conflicted'::text`;
const states = `'payment_method_awaited'::text, 'confirmation_awaited'::text, 'authorizing'::text, 'pending'::text, 'authentication_pending'::text, 'cancellation_initiated'::text, 'authorized'::text, 'increment_initiated'::text, 'capture_initiated'::text, 'void_initiated'::text, 'charged'::text, 'partial_charged'::text, 'voided_post_charge'::text, 'voided'::text, 'failure'::text, 'capture_failed'::text, 'void_failed'::text, 'expired'::text, 'integrity_failure'::text`;
const voidStates = `'requested'::text, 'pending'::text, 'succeeded'::text, 'failed'::text, 'refused'::text`;

/** What was charged may be taken back: a status and a state more, and how far the void has come, so that it is not forgotten. */
export class PostCaptureVoids1764450000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE intents DROP CONSTRAINT intents_status');
    await runner.query(`ALTER TABLE intents ADD CONSTRAINT intents_status CHECK (status = ANY (ARRAY[${statuses}]))`);
    await runner.query('ALTER TABLE attempts DROP CONSTRAINT attempts_state');
    await runner.query(`ALTER TABLE attempts ADD CONSTRAINT attempts_state CHECK (state = ANY (ARRAY[${states}]))`);
    await runner.query('ALTER TABLE intents ADD COLUMN post_capture_void text');
    await runner.query(
      `ALTER TABLE intents ADD CONSTRAINT intents_post_capture_void CHECK (post_capture_void = ANY (ARRAY[${voidStates}]))`,
    );
    await runner.query(
      `CREATE INDEX intents_voiding ON intents (merchant_id, payment_id) WHERE post_capture_void = ANY (ARRAY['requested'::text, 'pending'::text])`,
    );
  }

  /** What was taken back cannot be told without the status. */
  async down(): Promise<void> {}
}
