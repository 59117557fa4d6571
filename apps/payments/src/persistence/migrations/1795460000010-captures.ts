import type { MigrationInterface, QueryRunner } from 'typeorm';

const textArray = (values: readonly string[]): string =>
  `ARRAY[${values.map((value) => `'${value}'::text`).join(', ')}]`;

const statuses = [
  ...['requires_payment_method', 'requires_confirmation', 'processing', 'requires_customer_action', 'requires_capture'],
  ...['partially_captured_and_capturable', 'succeeded', 'partially_captured', 'cancelled_post_capture', 'cancelled'],
  ...['failed', 'expired', 'conflicted', 'partially_authorized_and_requires_capture'],
];
const liveStates = [
  ...['authorizing', 'pending', 'authentication_pending', 'cancellation_initiated', 'authorized', 'capture_initiated'],
  ...['void_initiated', 'increment_initiated', 'multiple_capture_initiated', 'partial_charged_and_chargeable'],
  ...['further_capture_initiated', 'remainder_void_initiated'],
];
const states = [
  ...['payment_method_awaited', 'confirmation_awaited', 'authorizing', 'pending', 'authentication_pending'],
  ...['cancellation_initiated', 'authorized', 'increment_initiated', 'capture_initiated', 'void_initiated'],
  ...['multiple_capture_initiated', 'partial_charged_and_chargeable', 'further_capture_initiated'],
  ...['remainder_void_initiated', 'charged', 'partial_charged', 'voided_post_charge', 'voided', 'failure'],
  ...['capture_failed', 'void_failed', 'expired', 'integrity_failure'],
];
const live = `state = ANY (${textArray(liveStates)})`;
const limit = `(amount_capturable + COALESCE(amount_received, 0::bigint)) <= GREATEST(net_amount, maximum_capturable)`;
const notNegative = `amount >= 0 AND amount_capturable >= 0 AND COALESCE(amount_received, 0::bigint) >= 0`;

/** Several captures of one authorization, authorizations of a part, and captures above the authorized amount. */
export class Captures1795460000010 implements MigrationInterface {
  name = 'Captures1795460000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE intents ADD COLUMN maximum_capturable bigint');
    await runner.query('ALTER TABLE intents DROP CONSTRAINT intents_sums');
    await runner.query(`ALTER TABLE intents ADD CONSTRAINT intents_sums CHECK (${notNegative} AND ${limit})`);
    await runner.query('ALTER TABLE intents DROP CONSTRAINT intents_status');
    await runner.query(
      `ALTER TABLE intents ADD CONSTRAINT intents_status CHECK (status = ANY (${textArray(statuses)}))`,
    );
    await runner.query('ALTER TABLE attempts DROP CONSTRAINT attempts_state');
    await runner.query(`ALTER TABLE attempts ADD CONSTRAINT attempts_state CHECK (state = ANY (${textArray(states)}))`);
    await runner.query('DROP INDEX attempts_live');
    await runner.query('DROP INDEX attempts_open');
    await runner.query(`CREATE UNIQUE INDEX attempts_live ON attempts (merchant_id, payment_id) WHERE ${live}`);
    await runner.query(`CREATE INDEX attempts_open ON attempts (modified_at) WHERE ${live}`);
  }

  /** The captured parts cannot be derived without the states. */
  async down(): Promise<void> {}
}
