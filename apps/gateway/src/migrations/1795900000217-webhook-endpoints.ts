import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WebhookEndpoints1795900000217 implements MigrationInterface {
  name = 'WebhookEndpoints1795900000217';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE profiles ADD COLUMN sealed_webhook_secrets text, ADD COLUMN webhook_endpoints json',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE profiles DROP COLUMN webhook_endpoints, DROP COLUMN sealed_webhook_secrets');
  }
}
