import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Operations are deleted by age. The time of sending never changes: updates of a row stay on its page. */
export class OperationsSent1795830000221 implements MigrationInterface {
  name = 'OperationsSent1795830000221';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX operations_sent ON operations (sent_at) WHERE sent_at IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX operations_sent');
  }
}
