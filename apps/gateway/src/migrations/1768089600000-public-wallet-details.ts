import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was sealed before cannot be opened here: such an account has sessions once its wallet details are sent again. */
export class PublicWalletDetails1768089600000 implements MigrationInterface {
  name = 'PublicWalletDetails1768089600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE merchant_connector_accounts ADD COLUMN public_wallet_details json');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE merchant_connector_accounts DROP COLUMN public_wallet_details');
  }
}
