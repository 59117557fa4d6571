import { jobTables } from '@payorch/platform/jobs';
import { outboxTables } from '@payorch/platform/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What every service with a state machine stands on; its own tables come with its first command. */
export class MessagesAndJobs1793000000000 implements MigrationInterface {
  name = 'MessagesAndJobs1793000000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...outboxTables, ...jobTables]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['jobs', 'inbox', 'outbox']) await runner.query(`DROP TABLE ${table}`);
  }
}
