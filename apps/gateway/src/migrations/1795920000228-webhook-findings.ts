import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a worker found in a webhook, how often the webhook was repeated, and the endpoint that the processor has for an account. A
 * gateway of the release before leaves the new columns empty.
 */
export class WebhookFindings1795920000228 implements MigrationInterface {
  name = 'WebhookFindings1795920000228';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE processor_webhooks
         ADD COLUMN finding jsonb, ADD COLUMN repeats int NOT NULL DEFAULT 0, ADD COLUMN repeated_at timestamptz`,
    );
    await runner.query(
      `CREATE INDEX processor_webhooks_of_account
         ON processor_webhooks (merchant_id, merchant_connector_id, received_at)`,
    );
    await runner.query('ALTER TABLE merchant_connector_accounts ADD COLUMN webhook_endpoint_id text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE merchant_connector_accounts DROP COLUMN webhook_endpoint_id');
    await runner.query('DROP INDEX processor_webhooks_of_account');
    await runner.query(
      'ALTER TABLE processor_webhooks DROP COLUMN repeated_at, DROP COLUMN repeats, DROP COLUMN finding',
    );
  }
}
