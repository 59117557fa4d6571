import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Authentications that have ended, and payment methods for which no data came, are deleted by age. */
export class DeletedByAge1795830000222 implements MigrationInterface {
  name = 'DeletedByAge1795830000222';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX authentications_ended ON authentications (modified_at) WHERE NOT ("state" = ANY (ARRAY['created'::text, 'pre_authenticating'::text, 'browser_awaited'::text, 'authenticating'::text, 'challenged'::text]))`,
    );
    await runner.query(
      `CREATE INDEX payment_methods_awaiting ON payment_methods (client_secret_expires_at) WHERE status = 'awaiting_data'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX payment_methods_awaiting, authentications_ended');
  }
}
