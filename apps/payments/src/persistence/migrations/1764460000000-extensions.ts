import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far the last extension of an authorization has come, so that it is not forgotten. */
export class Extensions1764460000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE intents ADD COLUMN extension text');
    await runner.query(
      `ALTER TABLE intents ADD CONSTRAINT intents_extension CHECK (extension = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text, 'refused'::text]))`,
    );
    await runner.query(
      `CREATE INDEX intents_extending ON intents (merchant_id, payment_id) WHERE extension = ANY (ARRAY['pending'::text])`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE intents DROP COLUMN extension');
  }
}
