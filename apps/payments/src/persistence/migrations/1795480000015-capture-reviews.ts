import type { MigrationInterface, QueryRunner } from 'typeorm';

const textArray = (values: readonly string[]): string =>
  `ARRAY[${values.map((value) => `'${value}'::text`).join(', ')}]`;

const statuses = [
  ...['requires_payment_method', 'requires_confirmation', 'processing', 'requires_customer_action', 'requires_capture'],
  ...['partially_captured_and_capturable', 'succeeded', 'partially_captured', 'review', 'cancelled_post_capture'],
  ...['cancelled', 'failed', 'expired', 'conflicted', 'partially_authorized_and_requires_capture'],
];
const states = [
  ...['payment_method_awaited', 'confirmation_awaited', 'authorizing', 'pending', 'authentication_pending'],
  ...['cancellation_initiated', 'authorized', 'increment_initiated', 'capture_initiated', 'void_initiated'],
  ...['multiple_capture_initiated', 'partial_charged_and_chargeable', 'further_capture_initiated'],
  ...['remainder_void_initiated', 'charged', 'partial_charged', 'capture_review', 'voided_post_charge', 'voided'],
  ...['failure', 'capture_failed', 'void_failed', 'expired', 'integrity_failure'],
];

/** A capture that its processor reports as failed after it had reported it as charged waits for an operator. */
export class CaptureReviews1795480000015 implements MigrationInterface {
  name = 'CaptureReviews1795480000015';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE intents DROP CONSTRAINT intents_status');
    await runner.query(
      `ALTER TABLE intents ADD CONSTRAINT intents_status CHECK (status = ANY (${textArray(statuses)}))`,
    );
    await runner.query('ALTER TABLE attempts DROP CONSTRAINT attempts_state');
    await runner.query(`ALTER TABLE attempts ADD CONSTRAINT attempts_state CHECK (state = ANY (${textArray(states)}))`);
  }

  /** Payments in review have no other status. */
  async down(): Promise<void> {}
}
