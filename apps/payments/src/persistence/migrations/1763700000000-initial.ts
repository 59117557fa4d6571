import type { MigrationInterface, QueryRunner } from 'typeorm';

const outboxTables = [
  `CREATE TABLE outbox (
    id bigserial CONSTRAINT outbox_pkey PRIMARY KEY,
    partition smallint NOT NULL,
    topic text NOT NULL,
    key text,
    value text NOT NULL,
    headers jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    published_at timestamptz
  )`,
  `CREATE INDEX outbox_unpublished ON outbox (partition, id) WHERE published_at IS NULL`,
  `CREATE TABLE inbox (
    message_id text CONSTRAINT inbox_pkey PRIMARY KEY,
    refusal jsonb,
    received_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE INDEX inbox_received ON inbox (received_at)`,
];

const jobTables = [
  `CREATE TABLE jobs (
    id text CONSTRAINT jobs_pkey PRIMARY KEY,
    type text NOT NULL,
    key text NOT NULL,
    partition smallint NOT NULL,
    run_at timestamptz NOT NULL,
    data jsonb NOT NULL,
    failures integer NOT NULL DEFAULT 0,
    last_error text
  )`,
  `CREATE INDEX jobs_due ON jobs (partition, run_at)`,
];

const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;
/** A transaction sees and writes the rows of the merchants that it names, and no others. */
const rowLevelSecurity = (table: string): string => `ALTER TABLE "${table}" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "${table}" FORCE ROW LEVEL SECURITY;
CREATE POLICY "${table}_merchant" ON "${table}" USING (${visible}) WITH CHECK (${visible})`;

const live = `state = ANY (ARRAY['authorizing'::text, 'pending'::text, 'authentication_pending'::text, 'cancellation_initiated'::text, 'authorized'::text, 'capture_initiated'::text, 'void_initiated'::text])`;

const tables = [
  `CREATE TABLE intents (
    merchant_id text NOT NULL,
    payment_id text NOT NULL,
    profile_id text NOT NULL,
    version integer NOT NULL,
    partition smallint NOT NULL,
    status text NOT NULL,
    amount bigint NOT NULL,
    net_amount bigint NOT NULL,
    amount_capturable bigint NOT NULL,
    amount_received bigint,
    currency text NOT NULL,
    customer_id text,
    created_at timestamptz NOT NULL,
    modified_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    body jsonb NOT NULL,
    CONSTRAINT intents_pkey PRIMARY KEY (merchant_id, payment_id),
    CONSTRAINT intents_status CHECK (status = ANY (ARRAY['requires_payment_method'::text, 'requires_confirmation'::text, 'processing'::text, 'requires_customer_action'::text, 'requires_capture'::text, 'succeeded'::text, 'partially_captured'::text, 'cancelled'::text, 'failed'::text, 'expired'::text, 'conflicted'::text])),
    CONSTRAINT intents_sums CHECK (amount >= 0 AND amount_capturable >= 0 AND COALESCE(amount_received, 0::bigint) >= 0 AND amount_capturable <= net_amount AND COALESCE(amount_received, 0::bigint) <= net_amount)
  )`,
  `CREATE INDEX intents_by_creation ON intents (merchant_id, created_at, payment_id)`,
  `CREATE INDEX intents_by_customer ON intents (merchant_id, customer_id, created_at)`,
  `CREATE TABLE attempts (
    merchant_id text NOT NULL,
    attempt_id text NOT NULL,
    payment_id text NOT NULL,
    number integer NOT NULL,
    state text NOT NULL,
    held_amount bigint NOT NULL,
    captured_amount bigint NOT NULL,
    connector text,
    merchant_connector_id text,
    connector_transaction_id text,
    created_at timestamptz NOT NULL,
    modified_at timestamptz NOT NULL,
    body jsonb NOT NULL,
    CONSTRAINT attempts_pkey PRIMARY KEY (merchant_id, attempt_id),
    CONSTRAINT attempts_state CHECK (state = ANY (ARRAY['payment_method_awaited'::text, 'confirmation_awaited'::text, 'authorizing'::text, 'pending'::text, 'authentication_pending'::text, 'cancellation_initiated'::text, 'authorized'::text, 'capture_initiated'::text, 'void_initiated'::text, 'charged'::text, 'partial_charged'::text, 'voided'::text, 'failure'::text, 'capture_failed'::text, 'void_failed'::text, 'expired'::text, 'integrity_failure'::text])),
    CONSTRAINT attempts_held CHECK (captured_amount >= 0 AND captured_amount <= held_amount)
  )`,
  `CREATE UNIQUE INDEX attempts_live ON attempts (merchant_id, payment_id) WHERE ${live}`,
  `CREATE UNIQUE INDEX attempts_by_payment ON attempts (merchant_id, payment_id, number)`,
  `CREATE INDEX attempts_open ON attempts (modified_at) WHERE ${live}`,
  `CREATE TABLE captures (
    merchant_id text NOT NULL,
    capture_id text NOT NULL,
    payment_id text NOT NULL,
    attempt_id text NOT NULL,
    sequence integer NOT NULL,
    operation_id text NOT NULL,
    status text NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    connector_capture_id text,
    error jsonb,
    created_at timestamptz NOT NULL,
    modified_at timestamptz NOT NULL,
    CONSTRAINT captures_pkey PRIMARY KEY (merchant_id, capture_id),
    CONSTRAINT captures_amount CHECK (amount > 0)
  )`,
  `CREATE UNIQUE INDEX captures_by_payment ON captures (merchant_id, payment_id, sequence)`,
  `CREATE TABLE customers (
    merchant_id text NOT NULL,
    customer_id text NOT NULL,
    name text,
    email text,
    phone text,
    phone_country_code text,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT customers_pkey PRIMARY KEY (merchant_id, customer_id)
  )`,
  `CREATE TABLE incidents (
    merchant_id text NOT NULL,
    attempt_id text NOT NULL,
    kind text NOT NULL,
    payment_id text NOT NULL,
    opened_at timestamptz NOT NULL DEFAULT now(),
    resolved_at timestamptz,
    CONSTRAINT incidents_pkey PRIMARY KEY (merchant_id, attempt_id, kind)
  )`,
  `CREATE INDEX incidents_open ON incidents (opened_at) WHERE resolved_at IS NULL`,
];

const merchantOwned = ['intents', 'attempts', 'captures', 'customers', 'incidents'];

export class Initial1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...tables, ...outboxTables, ...jobTables]) await runner.query(statement);
    for (const table of merchantOwned) await runner.query(rowLevelSecurity(table));
  }

  /** There is no way back from the first tables but an empty schema. */
  async down(): Promise<void> {}
}
