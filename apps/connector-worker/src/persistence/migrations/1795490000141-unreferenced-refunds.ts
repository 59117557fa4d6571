import type { MigrationInterface, QueryRunner } from 'typeorm';

const flows = (names: string): readonly string[] => [
  'ALTER TABLE operations DROP CONSTRAINT operations_flow',
  `ALTER TABLE operations ADD CONSTRAINT operations_flow CHECK ("flow" = ANY (ARRAY[${names}]))`,
];
const payment = `'authorize'::text, 'capture'::text, 'void'::text, 'increment'::text, 'extend'::text, 'post_capture_void'::text, 'create_order'::text`;
const others = `'pre_authenticate'::text, 'authenticate'::text, 'refund'::text, 'revoke_mandate'::text`;

/** A refund without a charge is an operation too. */
export class UnreferencedRefunds1795490000141 implements MigrationInterface {
  name = 'UnreferencedRefunds1795490000141';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of flows(`${payment}, ${others}, 'unreferenced_refund'::text`)) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of flows(`${payment}, ${others}`)) await runner.query(statement);
  }
}
