import type { MigrationInterface, QueryRunner } from 'typeorm';

const flows = (names: string): readonly string[] => [
  'ALTER TABLE operations DROP CONSTRAINT operations_flow',
  `ALTER TABLE operations ADD CONSTRAINT operations_flow CHECK ("flow" = ANY (ARRAY[${names}]))`,
];
const before = `'authorize'::text, 'capture'::text, 'void'::text, 'increment'::text, 'extend'::text, 'post_capture_void'::text, 'refund'::text`;

/** The revocation of a mandate is an operation too. */
export class MandateRevocations1795430000001 implements MigrationInterface {
  name = 'MandateRevocations1795430000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE operations ADD COLUMN mandate_id text');
    for (const statement of flows(`${before}, 'revoke_mandate'::text`)) await runner.query(statement);
    await runner.query(
      `ALTER TABLE operations ADD CONSTRAINT operations_mandate CHECK (("flow" = 'revoke_mandate') = ("mandate_id" IS NOT NULL))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE operations DROP CONSTRAINT operations_mandate');
    for (const statement of flows(before)) await runner.query(statement);
    await runner.query('ALTER TABLE operations DROP COLUMN mandate_id');
  }
}
