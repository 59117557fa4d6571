import type { MigrationInterface, QueryRunner } from 'typeorm';

const flows = async (runner: QueryRunner, names: string): Promise<void> => {
  await runner.query('ALTER TABLE operations DROP CONSTRAINT operations_flow');
  await runner.query(`ALTER TABLE operations ADD CONSTRAINT operations_flow CHECK ("flow" IN (${names}))`);
};

/** To have what is held stay held for longer is an operation too. */
export class Extensions1700000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await flows(runner, `'authorize', 'capture', 'void', 'increment', 'extend', 'post_capture_void', 'refund'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await flows(runner, `'authorize', 'capture', 'void', 'increment', 'post_capture_void', 'refund'`);
  }
}
