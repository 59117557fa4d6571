import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a void after the capture keeps stands in the same row as what refunds keep: one lock decides between the two. */
export class PostCaptureVoids1793200000000 implements MigrationInterface {
  name = 'PostCaptureVoids1793200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE balances ADD COLUMN void_operation_id text');
    await runner.query(
      'ALTER TABLE balances ADD CONSTRAINT balances_void CHECK (void_operation_id IS NULL OR reserved = charged)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE balances DROP COLUMN void_operation_id');
  }
}
