import type { MigrationInterface, QueryRunner } from 'typeorm';

const statuses = [
  ...['processing', 'failed', 'requires_customer_action', 'requires_capture', 'succeeded', 'cancelled'],
  ...['cancelled_post_capture', 'partially_captured', 'partially_authorized_and_requires_capture'],
  ...['partially_captured_and_capturable', 'requires_merchant_action', 'requires_payment_method'],
  ...['requires_confirmation', 'conflicted', 'expired', 'review'],
];
const list = statuses.map((status) => `'${status}'::text`).join(', ');

/** An operator may claim any status of an attempt, also one that leads to `requires_merchant_action`. */
export class Claims1795550000153 implements MigrationInterface {
  name = 'Claims1795550000153';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE intents DROP CONSTRAINT intents_status');
    await runner.query(`ALTER TABLE intents ADD CONSTRAINT intents_status CHECK (status = ANY (ARRAY[${list}]))`);
  }

  /** Payments with a claim may have no other status. */
  async down(): Promise<void> {}
}
