import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An operation of an authentication without a payment; the owner of the authentication gets its outcome. */
export class AuthenticationOwners1795490000130 implements MigrationInterface {
  name = 'AuthenticationOwners1795490000130';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE operations ADD COLUMN authentication_id text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE operations DROP COLUMN authentication_id');
  }
}
