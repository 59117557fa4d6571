import type { MigrationInterface, QueryRunner } from 'typeorm';

const flows = (names: string): readonly string[] => [
  'ALTER TABLE operations DROP CONSTRAINT operations_flow',
  `ALTER TABLE operations ADD CONSTRAINT operations_flow CHECK ("flow" = ANY (ARRAY[${names}]))`,
];
const payment = `'authorize'::text, 'capture'::text, 'void'::text, 'increment'::text, 'extend'::text, 'post_capture_void'::text, 'create_order'::text`;
const others = `'pre_authenticate'::text, 'authenticate'::text, 'refund'::text, 'revoke_mandate'::text, 'unreferenced_refund'::text`;
const steps = `'payout_eligibility'::text, 'payout_recipient'::text, 'payout_recipient_account'::text, 'payout_create'::text, 'payout_fulfill'::text, 'payout_cancel'::text`;
const answers = `'accept_dispute'::text, 'submit_evidence'::text`;

const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;

const unmatched = [
  `CREATE TABLE unmatched_disputes (
    merchant_id text NOT NULL,
    message_id text NOT NULL,
    connector text NOT NULL,
    merchant_connector_id text NOT NULL,
    charge_reference text NOT NULL,
    operation_ids jsonb NOT NULL,
    source text NOT NULL,
    dispute jsonb NOT NULL,
    received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    next_match_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT unmatched_disputes_pkey PRIMARY KEY (merchant_id, message_id)
  )`,
  'CREATE INDEX unmatched_disputes_charge ON unmatched_disputes (merchant_id, merchant_connector_id, charge_reference)',
  'CREATE INDEX unmatched_disputes_due ON unmatched_disputes (next_match_at)',
  'CREATE INDEX unmatched_disputes_received ON unmatched_disputes (received_at)',
  'ALTER TABLE unmatched_disputes ENABLE ROW LEVEL SECURITY',
  'ALTER TABLE unmatched_disputes FORCE ROW LEVEL SECURITY',
  `CREATE POLICY unmatched_disputes_merchant ON unmatched_disputes USING (${visible}) WITH CHECK (${visible})`,
];

/** The merchant's answers to disputes are operations too, and notices of disputes wait for the charge that they are about. */
export class Disputes1795910000032 implements MigrationInterface {
  name = 'Disputes1795910000032';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE operations ADD COLUMN dispute_id text');
    for (const statement of flows(`${payment}, ${others}, ${steps}, ${answers}`)) await runner.query(statement);
    await runner.query(
      `ALTER TABLE operations ADD CONSTRAINT operations_dispute CHECK (("flow" = ANY (ARRAY[${answers}])) = ("dispute_id" IS NOT NULL))`,
    );
    for (const statement of unmatched) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE unmatched_disputes');
    await runner.query('ALTER TABLE operations DROP CONSTRAINT operations_dispute');
    for (const statement of flows(`${payment}, ${others}, ${steps}`)) await runner.query(statement);
    await runner.query('ALTER TABLE operations DROP COLUMN dispute_id');
  }
}
