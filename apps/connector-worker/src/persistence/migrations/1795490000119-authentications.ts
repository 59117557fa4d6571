import type { MigrationInterface, QueryRunner } from 'typeorm';

const flows = (names: string): readonly string[] => [
  'ALTER TABLE operations DROP CONSTRAINT operations_flow',
  `ALTER TABLE operations ADD CONSTRAINT operations_flow CHECK ("flow" = ANY (ARRAY[${names}]))`,
];
const payment = `'authorize'::text, 'capture'::text, 'void'::text, 'increment'::text, 'extend'::text, 'post_capture_void'::text, 'create_order'::text`;
const others = `'refund'::text, 'revoke_mandate'::text`;

/** The two calls of an authentication outside the processor are operations too. */
export class Authentications1795490000119 implements MigrationInterface {
  name = 'Authentications1795490000119';

  async up(runner: QueryRunner): Promise<void> {
    const added = `'pre_authenticate'::text, 'authenticate'::text`;
    for (const statement of flows(`${payment}, ${added}, ${others}`)) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of flows(`${payment}, ${others}`)) await runner.query(statement);
  }
}
