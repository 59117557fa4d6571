import type { MigrationInterface, QueryRunner } from 'typeorm';

const scope = `(SELECT nullif(current_setting('payorch.merchants', true), '')::text[])::text[]`;
const visible = `"merchant_id" = ANY (${scope}) OR '*' = ANY (${scope})`;

const statements = [
  `CREATE TABLE merchant_rules (
    merchant_id text NOT NULL,
    three_ds json,
    surcharge json,
    CONSTRAINT merchant_rules_pkey PRIMARY KEY (merchant_id)
  )`,
  'ALTER TABLE merchant_rules ENABLE ROW LEVEL SECURITY',
  'ALTER TABLE merchant_rules FORCE ROW LEVEL SECURITY',
  `CREATE POLICY merchant_rules_merchant ON merchant_rules USING (${visible}) WITH CHECK (${visible})`,
];

/** The rules of a merchant for all of its profiles: 3DS and surcharges. */
export class MerchantRules1795600000026 implements MigrationInterface {
  name = 'MerchantRules1795600000026';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE merchant_rules');
  }
}
