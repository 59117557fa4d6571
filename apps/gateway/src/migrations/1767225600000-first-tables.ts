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

const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;
/** A transaction sees and writes the rows of the merchants that it names, and no others. */
const rowLevelSecurity = (table: string): string => `ALTER TABLE "${table}" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "${table}" FORCE ROW LEVEL SECURITY;
CREATE POLICY "${table}_merchant" ON "${table}" USING (${visible}) WITH CHECK (${visible})`;

/** What the wire shows again is json, not jsonb: that one forgets the order of keys. */
const accountTables = [
  `CREATE TABLE organizations (
    organization_id text CONSTRAINT organizations_pkey PRIMARY KEY,
    organization_name text,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE TABLE merchant_accounts (
    merchant_id text CONSTRAINT merchant_accounts_pkey PRIMARY KEY,
    organization_id text NOT NULL,
    merchant_name text,
    publishable_key text NOT NULL,
    default_profile_id text,
    account_version integer NOT NULL DEFAULT 1,
    details json NOT NULL,
    sealed_secrets text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    modified_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE UNIQUE INDEX merchant_accounts_publishable_key ON merchant_accounts (publishable_key)`,
  `CREATE TABLE profiles (
    merchant_id text NOT NULL,
    profile_id text NOT NULL,
    profile_name text NOT NULL,
    details json NOT NULL,
    sealed_response_hash_key text,
    sealed_webhook_headers text,
    sealed_webhook_password text,
    created_at timestamptz NOT NULL DEFAULT now(),
    modified_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT profiles_pkey PRIMARY KEY (merchant_id, profile_id)
  )`,
  `CREATE UNIQUE INDEX profiles_name ON profiles (merchant_id, profile_name)`,
  `CREATE TABLE api_keys (
    merchant_id text NOT NULL,
    key_id text NOT NULL,
    name text NOT NULL,
    description text,
    prefix text NOT NULL,
    hash text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz,
    revoked_at timestamptz,
    last_used_at timestamptz,
    CONSTRAINT api_keys_pkey PRIMARY KEY (merchant_id, key_id)
  )`,
  `CREATE UNIQUE INDEX api_keys_hash ON api_keys (hash)`,
  `CREATE TABLE merchant_connector_accounts (
    merchant_id text NOT NULL,
    merchant_connector_id text NOT NULL,
    profile_id text NOT NULL,
    connector_type text NOT NULL,
    connector_name text NOT NULL,
    connector_label text NOT NULL,
    status text NOT NULL,
    disabled boolean NOT NULL,
    details json NOT NULL,
    masked_credentials json NOT NULL,
    sealed_credentials text NOT NULL,
    masked_webhook_secrets json,
    sealed_webhook_secrets text,
    created_at timestamptz NOT NULL DEFAULT now(),
    modified_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT merchant_connector_accounts_pkey PRIMARY KEY (merchant_id, merchant_connector_id)
  )`,
  `CREATE UNIQUE INDEX merchant_connector_accounts_label
    ON merchant_connector_accounts (merchant_id, profile_id, connector_label)`,
];

const webhookTables = [
  `CREATE TABLE processor_webhooks (
    merchant_id text NOT NULL,
    webhook_id text NOT NULL,
    merchant_connector_id text NOT NULL,
    connector_name text NOT NULL,
    dedupe_key text NOT NULL,
    headers jsonb NOT NULL,
    query jsonb NOT NULL,
    body bytea NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    verdict text,
    tries integer NOT NULL DEFAULT 0,
    next_try_at timestamptz NOT NULL,
    CONSTRAINT processor_webhooks_pkey PRIMARY KEY (merchant_id, webhook_id),
    CONSTRAINT processor_webhooks_verdict CHECK ("verdict" IN ('verified', 'unverified', 'refused', 'unreadable'))
  )`,
  `CREATE UNIQUE INDEX processor_webhooks_dedupe
    ON processor_webhooks (merchant_id, merchant_connector_id, dedupe_key)`,
  `CREATE INDEX processor_webhooks_open ON processor_webhooks (next_try_at) WHERE verdict IS NULL`,
  `CREATE INDEX processor_webhooks_received ON processor_webhooks (received_at)`,
];

const ownedByMerchants = [
  'merchant_accounts',
  'profiles',
  'api_keys',
  'merchant_connector_accounts',
  'processor_webhooks',
];

export class FirstTables1767225600000 implements MigrationInterface {
  name = 'FirstTables1767225600000';

  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      ...accountTables,
      ...webhookTables,
      ...outboxTables,
      ...ownedByMerchants.map((table) => rowLevelSecurity(table)),
    ];
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [...ownedByMerchants, 'organizations', 'outbox', 'inbox']) {
      await runner.query(`DROP TABLE ${table}`);
    }
  }
}
