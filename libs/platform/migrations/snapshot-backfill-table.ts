import type { QueryRunner } from 'typeorm';

/** The table of `SnapshotBackfillRow` as it was first made: frozen, as every migration is. */
const statement = `CREATE TABLE snapshot_backfills (
    topic text NOT NULL,
    began_at timestamptz NOT NULL DEFAULT now(),
    after_merchant text NOT NULL DEFAULT '',
    after_id text NOT NULL DEFAULT '',
    published bigint NOT NULL DEFAULT 0,
    unreadable int NOT NULL DEFAULT 0,
    finished_at timestamptz,
    CONSTRAINT snapshot_backfills_pkey PRIMARY KEY (topic)
  )`;

/** The migration of every service with objects from before their snapshot topics: how far they are on them. */
export abstract class SnapshotBackfillTable {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE snapshot_backfills');
  }
}
