import type { MigrationInterface, QueryRunner } from 'typeorm';

const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;

const statements = [
  `CREATE TABLE disputes (
    merchant_id text NOT NULL,
    dispute_id text NOT NULL,
    version integer NOT NULL,
    partition smallint NOT NULL,
    profile_id text NOT NULL,
    payment_id text NOT NULL,
    attempt_id text NOT NULL,
    connector text NOT NULL,
    merchant_connector_id text NOT NULL,
    connector_dispute_id text NOT NULL,
    stage text NOT NULL,
    status text NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    taken bigint NOT NULL,
    reason text,
    answer text,
    created_at timestamptz NOT NULL,
    modified_at timestamptz NOT NULL,
    shown json NOT NULL,
    body jsonb NOT NULL,
    CONSTRAINT disputes_pkey PRIMARY KEY (merchant_id, dispute_id),
    CONSTRAINT disputes_stage CHECK ("stage" = ANY (ARRAY['pre_dispute'::text, 'dispute'::text, 'pre_arbitration'::text, 'arbitration'::text, 'dispute_reversal'::text])),
    CONSTRAINT disputes_status CHECK ("status" = ANY (ARRAY['dispute_opened'::text, 'dispute_expired'::text, 'dispute_accepted'::text, 'dispute_cancelled'::text, 'dispute_challenged'::text, 'dispute_won'::text, 'dispute_lost'::text])),
    CONSTRAINT disputes_answer CHECK ("answer" IS NULL OR "answer" = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text])),
    CONSTRAINT disputes_taken CHECK (taken >= 0 AND taken <= amount)
  )`,
  'CREATE INDEX disputes_by_creation ON disputes (merchant_id, created_at, dispute_id)',
  `CREATE INDEX disputes_open ON disputes (modified_at) WHERE "answer" = ANY (ARRAY['pending'::text])`,
  // The last one: on an empty table all indexes cost the same, and the planner takes the newest (docs/adr/0080).
  'CREATE INDEX disputes_by_payment ON disputes (merchant_id, payment_id, created_at, dispute_id)',
  'ALTER TABLE disputes ENABLE ROW LEVEL SECURITY',
  'ALTER TABLE disputes FORCE ROW LEVEL SECURITY',
  `CREATE POLICY disputes_merchant ON disputes USING (${visible}) WITH CHECK (${visible})`,
];

/** Customers' disputes of charges. */
export class Disputes1795888041384 implements MigrationInterface {
  name = 'Disputes1795888041384';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE disputes');
  }
}
