import { oneOf } from '@payorch/platform/postgres';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const open = ['created', 'pre_authenticating', 'browser_awaited', 'authenticating', 'challenged'];

/** Authentications that have ended, and payment methods for which no data came, are deleted by age. */
export class DeletedByAge1795830000222 implements MigrationInterface {
  name = 'DeletedByAge1795830000222';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX authentications_ended ON authentications (modified_at) WHERE NOT (${oneOf('state', open)})`,
    );
    await runner.query(
      `CREATE INDEX payment_methods_awaiting ON payment_methods (client_secret_expires_at) WHERE status = 'awaiting_data'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX payment_methods_awaiting, authentications_ended');
  }
}
