import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What was sealed before, only the workers can open: webhooks of such an account are answered 503 until its
 * `connector_webhook_details` are sent again. Refused webhooks are stored no more; those of before go.
 */
export class BoxedWebhookSecrets1795040000000 implements MigrationInterface {
  name = 'BoxedWebhookSecrets1795040000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE merchant_connector_accounts ADD COLUMN boxed_webhook_secrets text');
    await runner.query(`DELETE FROM processor_webhooks WHERE verdict IN ('refused', 'unreadable')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE merchant_connector_accounts DROP COLUMN boxed_webhook_secrets');
  }
}
