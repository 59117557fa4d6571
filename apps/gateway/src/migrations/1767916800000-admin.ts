import type { MigrationInterface, QueryRunner } from 'typeorm';

const organizations = [
  `ALTER TABLE organizations
    ADD COLUMN organization_details json,
    ADD COLUMN metadata json,
    ADD COLUMN modified_at timestamptz NOT NULL DEFAULT now()`,
  `CREATE UNIQUE INDEX organizations_name ON organizations (organization_name)`,
  `ALTER TABLE merchant_accounts
    ADD COLUMN kv_enabled boolean NOT NULL DEFAULT false,
    ADD COLUMN deleted_at timestamptz`,
  `CREATE INDEX merchant_accounts_organization ON merchant_accounts (organization_id)`,
];

const secrets = [
  `ALTER TABLE profiles ADD COLUMN sealed_network_tokens text`,
  `ALTER TABLE merchant_connector_accounts
    ADD COLUMN masked_merchant_data json,
    ADD COLUMN sealed_merchant_data text,
    ADD COLUMN masked_wallet_details json,
    ADD COLUMN sealed_wallet_details text`,
];

/** Settings that belong to no merchant: numbered by one sequence, under one lock. */
const globals = [
  `CREATE SEQUENCE global_settings_version`,
  `CREATE TABLE gsm_rules (
    rule_id text CONSTRAINT gsm_rules_pkey PRIMARY KEY,
    connector text NOT NULL,
    flow text NOT NULL,
    sub_flow text NOT NULL,
    code text NOT NULL,
    message text NOT NULL,
    details json NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    modified_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE TABLE configs (
    key text CONSTRAINT configs_pkey PRIMARY KEY,
    value text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    modified_at timestamptz NOT NULL DEFAULT now()
  )`,
];

const undo = [
  'DROP TABLE configs',
  'DROP TABLE gsm_rules',
  'DROP SEQUENCE global_settings_version',
  `ALTER TABLE merchant_connector_accounts DROP COLUMN masked_merchant_data, DROP COLUMN sealed_merchant_data,
    DROP COLUMN masked_wallet_details, DROP COLUMN sealed_wallet_details`,
  'ALTER TABLE profiles DROP COLUMN sealed_network_tokens',
  'DROP INDEX merchant_accounts_organization',
  'ALTER TABLE merchant_accounts DROP COLUMN kv_enabled, DROP COLUMN deleted_at',
  'DROP INDEX organizations_name',
  'ALTER TABLE organizations DROP COLUMN organization_details, DROP COLUMN metadata, DROP COLUMN modified_at',
];

export class Admin1767916800000 implements MigrationInterface {
  name = 'Admin1767916800000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...organizations, ...secrets, ...globals]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of undo) await runner.query(statement);
  }
}
