import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which connectors have workers that are there: a row for each worker, which it refreshes. */
export class WorkerPresence1700000000171 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE worker_presence (
        instance text CONSTRAINT worker_presence_pkey PRIMARY KEY,
        connectors text[] NOT NULL,
        seen_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE worker_presence');
  }
}
