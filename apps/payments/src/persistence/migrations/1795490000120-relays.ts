import type { MigrationInterface, QueryRunner } from 'typeorm';

const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;

const statements = [
  `CREATE TABLE relays (
    merchant_id text NOT NULL,
    relay_id text NOT NULL,
    version integer NOT NULL,
    profile_id text NOT NULL,
    operation_id text NOT NULL,
    partition smallint NOT NULL,
    connector text NOT NULL,
    merchant_connector_id text NOT NULL,
    connector_resource_id text NOT NULL,
    connector_reference_id text,
    type text NOT NULL,
    state text NOT NULL,
    amount bigint,
    currency text,
    created_at timestamptz NOT NULL,
    modified_at timestamptz NOT NULL,
    body jsonb NOT NULL,
    CONSTRAINT relays_pkey PRIMARY KEY (merchant_id, relay_id),
    CONSTRAINT relays_state CHECK ("state" = ANY (ARRAY['pending'::text, 'review'::text, 'success'::text, 'failure'::text])),
    CONSTRAINT relays_type CHECK ("type" = ANY (ARRAY['refund'::text, 'capture'::text, 'incremental_authorization'::text, 'void'::text])),
    CONSTRAINT relays_amount CHECK (amount > 0 OR (amount IS NULL AND "type" = 'void'))
  )`,
  `CREATE INDEX relays_open ON relays (modified_at) WHERE "state" = ANY (ARRAY['pending'::text, 'review'::text])`,
  'ALTER TABLE relays ENABLE ROW LEVEL SECURITY',
  'ALTER TABLE relays FORCE ROW LEVEL SECURITY',
  `CREATE POLICY relays_merchant ON relays USING (${visible}) WITH CHECK (${visible})`,
];

/** Operations on processors' objects that did not go through this service. */
export class Relays1795490000120 implements MigrationInterface {
  name = 'Relays1795490000120';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE relays');
  }
}
