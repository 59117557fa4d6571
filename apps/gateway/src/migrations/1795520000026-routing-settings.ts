import type { MigrationInterface, QueryRunner } from 'typeorm';

const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;

const statements = [
  `CREATE TABLE routing_settings (
    merchant_id text NOT NULL,
    profile_id text NOT NULL,
    account_version integer NOT NULL,
    state json NOT NULL,
    before json,
    modified_at timestamptz NOT NULL,
    CONSTRAINT routing_settings_pkey PRIMARY KEY (merchant_id, profile_id)
  )`,
  'ALTER TABLE routing_settings ENABLE ROW LEVEL SECURITY',
  'ALTER TABLE routing_settings FORCE ROW LEVEL SECURITY',
  `CREATE POLICY routing_settings_merchant ON routing_settings USING (${visible}) WITH CHECK (${visible})`,
];

/** How profiles route: active algorithms, default orders of connector accounts, and scores. */
export class RoutingSettings1795520000026 implements MigrationInterface {
  name = 'RoutingSettings1795520000026';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE routing_settings');
  }
}
