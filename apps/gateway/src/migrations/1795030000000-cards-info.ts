import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CardsInfo1795030000000 implements MigrationInterface {
  name = 'CardsInfo1795030000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE cards_info (
      card_iin text CONSTRAINT cards_info_pkey PRIMARY KEY,
      card_issuer text,
      card_network text,
      card_type text,
      card_subtype text,
      card_issuing_country text,
      bank_code_id text,
      bank_code text,
      country_code text,
      last_updated_provider text,
      date_created timestamptz NOT NULL DEFAULT now(),
      last_updated timestamptz NOT NULL DEFAULT now()
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE cards_info');
  }
}
