import type { MigrationInterface, QueryRunner } from 'typeorm';

const flows = (names: string): readonly string[] => [
  'ALTER TABLE operations DROP CONSTRAINT operations_flow',
  `ALTER TABLE operations ADD CONSTRAINT operations_flow CHECK ("flow" = ANY (ARRAY[${names}]))`,
];
const payment = `'authorize'::text, 'capture'::text, 'void'::text, 'increment'::text, 'extend'::text, 'post_capture_void'::text, 'create_order'::text`;
const others = `'pre_authenticate'::text, 'authenticate'::text, 'refund'::text, 'revoke_mandate'::text, 'unreferenced_refund'::text`;
const steps = `'payout_eligibility'::text, 'payout_recipient'::text, 'payout_recipient_account'::text, 'payout_create'::text, 'payout_fulfill'::text`;

/** The steps of a payout, and its cancellation, are operations too. */
export class Payouts1795820000029 implements MigrationInterface {
  name = 'Payouts1795820000029';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of flows(`${payment}, ${others}, ${steps}, 'payout_cancel'::text`))
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of flows(`${payment}, ${others}`)) await runner.query(statement);
  }
}
