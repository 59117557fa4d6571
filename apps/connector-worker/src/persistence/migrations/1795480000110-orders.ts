import type { MigrationInterface, QueryRunner } from 'typeorm';

const flows = (names: string): readonly string[] => [
  'ALTER TABLE operations DROP CONSTRAINT operations_flow',
  `ALTER TABLE operations ADD CONSTRAINT operations_flow CHECK ("flow" = ANY (ARRAY[${names}]))`,
];
const payment = `'authorize'::text, 'capture'::text, 'void'::text, 'increment'::text, 'extend'::text, 'post_capture_void'::text`;
const others = `'refund'::text, 'revoke_mandate'::text`;

/** The creation of an order is an operation too. */
export class Orders1795480000110 implements MigrationInterface {
  name = 'Orders1795480000110';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of flows(`${payment}, 'create_order'::text, ${others}`)) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of flows(`${payment}, ${others}`)) await runner.query(statement);
  }
}
