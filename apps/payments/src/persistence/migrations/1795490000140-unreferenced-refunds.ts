import type { MigrationInterface, QueryRunner } from 'typeorm';

const types = (names: string): readonly string[] => [
  'ALTER TABLE relays DROP CONSTRAINT relays_type',
  `ALTER TABLE relays ADD CONSTRAINT relays_type CHECK ("type" = ANY (ARRAY[${names}]))`,
];
const onObjects = `'refund'::text, 'capture'::text, 'incremental_authorization'::text, 'void'::text`;

/** A relay may be a refund without a charge. */
export class UnreferencedRefunds1795490000140 implements MigrationInterface {
  name = 'UnreferencedRefunds1795490000140';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of types(`${onObjects}, 'unreferenced_refund'::text`)) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of types(onObjects)) await runner.query(statement);
  }
}
