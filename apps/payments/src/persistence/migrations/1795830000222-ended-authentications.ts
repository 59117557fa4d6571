import { oneOf } from '@payorch/platform/postgres';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const open = ['created', 'pre_authenticating', 'browser_awaited', 'authenticating', 'challenged'];

/** Authentications that have ended are deleted by age. */
export class EndedAuthentications1795830000222 implements MigrationInterface {
  name = 'EndedAuthentications1795830000222';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX authentications_ended ON authentications (modified_at) WHERE NOT (${oneOf('state', open)})`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX authentications_ended');
  }
}
