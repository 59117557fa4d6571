import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ProfileAcquirers1768003200000 implements MigrationInterface {
  name = 'ProfileAcquirers1768003200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE profiles ADD COLUMN acquirers json');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE profiles DROP COLUMN acquirers');
  }
}
