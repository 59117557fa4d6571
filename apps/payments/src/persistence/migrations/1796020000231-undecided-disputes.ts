import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Open disputes of a profile are read at their processor when nothing was heard of them. */
export class UndecidedDisputes1796020000231 implements MigrationInterface {
  name = 'UndecidedDisputes1796020000231';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX disputes_undecided ON disputes (merchant_id, profile_id, modified_at)
      WHERE "status" = ANY (ARRAY['dispute_opened'::text, 'dispute_challenged'::text])`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX disputes_undecided');
  }
}
