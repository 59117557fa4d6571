import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys of before are noted when they are used next: their plain text, which tells the secret, is stored nowhere. */
export class ApiKeyHashKid1795090000000 implements MigrationInterface {
  name = 'ApiKeyHashKid1795090000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_keys ADD COLUMN hash_kid text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_keys DROP COLUMN hash_kid');
  }
}
