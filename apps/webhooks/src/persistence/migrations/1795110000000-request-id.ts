import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Log lines of a delivery name the request that set its event off. */
export class RequestId1795110000000 implements MigrationInterface {
  name = 'RequestId1795110000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE events ADD COLUMN request_id text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE events DROP COLUMN request_id');
  }
}
