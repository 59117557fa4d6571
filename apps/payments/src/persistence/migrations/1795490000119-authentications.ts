import type { MigrationInterface, QueryRunner } from 'typeorm';

const textArray = (values: readonly string[]): string =>
  `ARRAY[${values.map((value) => `'${value}'::text`).join(', ')}]`;

const states = [
  ...['payment_method_awaited', 'confirmation_awaited', 'authentication_initiated', 'authenticating', 'authorizing'],
  ...['pending', 'authentication_pending', 'cancellation_initiated', 'authorized', 'increment_initiated'],
  ...['capture_initiated', 'void_initiated', 'multiple_capture_initiated', 'partial_charged_and_chargeable'],
  ...['further_capture_initiated', 'remainder_void_initiated', 'charged', 'partial_charged', 'capture_review'],
  ...['voided_post_charge', 'voided', 'failure', 'capture_failed', 'void_failed', 'expired', 'integrity_failure'],
];
const liveStates = [
  ...['authentication_initiated', 'authenticating', 'authorizing', 'pending', 'authentication_pending'],
  ...['cancellation_initiated', 'authorized', 'capture_initiated', 'void_initiated', 'increment_initiated'],
  ...['multiple_capture_initiated', 'partial_charged_and_chargeable', 'further_capture_initiated'],
  ...['remainder_void_initiated'],
];
const live = `state = ANY (${textArray(liveStates)})`;

/** An attempt whose customer is authenticated outside the processor before its authorization. */
export class Authentications1795490000119 implements MigrationInterface {
  name = 'Authentications1795490000119';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE attempts DROP CONSTRAINT attempts_state');
    await runner.query(`ALTER TABLE attempts ADD CONSTRAINT attempts_state CHECK (state = ANY (${textArray(states)}))`);
    await runner.query('DROP INDEX attempts_live');
    await runner.query('DROP INDEX attempts_open');
    await runner.query(`CREATE UNIQUE INDEX attempts_live ON attempts (merchant_id, payment_id) WHERE ${live}`);
    await runner.query(`CREATE INDEX attempts_open ON attempts (modified_at) WHERE ${live}`);
  }

  /** Attempts under authentication have no other state. */
  async down(): Promise<void> {}
}
