import { sealWalkTables } from '@payorch/platform/rewrap';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where the search for seals of older keys stands, and which of them nobody can open. */
export class SealWalk1795101000000 implements MigrationInterface {
  name = 'SealWalk1795101000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of sealWalkTables) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE unopenable_seals');
    await runner.query('DROP TABLE seal_walks');
  }
}
