import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The gateway's own copy of an account's webhook secrets gets a name that says so. */
export class GatewayWebhookSecrets1795300000000 implements MigrationInterface {
  name = 'GatewayWebhookSecrets1795300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE merchant_connector_accounts RENAME COLUMN boxed_webhook_secrets TO gateway_webhook_secrets',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE merchant_connector_accounts RENAME COLUMN gateway_webhook_secrets TO boxed_webhook_secrets',
    );
  }
}
