import type { MigrationInterface, QueryRunner } from 'typeorm';

const outboxTables = [
  `CREATE TABLE outbox (
    id bigserial CONSTRAINT outbox_pkey PRIMARY KEY,
    partition smallint NOT NULL,
    topic text NOT NULL,
    key text,
    value text NOT NULL,
    headers jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    published_at timestamptz
  )`,
  `CREATE INDEX outbox_unpublished ON outbox (partition, id) WHERE published_at IS NULL`,
  `CREATE TABLE inbox (
    message_id text CONSTRAINT inbox_pkey PRIMARY KEY,
    refusal jsonb,
    received_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE INDEX inbox_received ON inbox (received_at)`,
];

const jobTables = [
  `CREATE TABLE jobs (
    id text CONSTRAINT jobs_pkey PRIMARY KEY,
    type text NOT NULL,
    key text NOT NULL,
    partition smallint NOT NULL,
    run_at timestamptz NOT NULL,
    data jsonb NOT NULL,
    failures integer NOT NULL DEFAULT 0,
    last_error text
  )`,
  `CREATE INDEX jobs_due ON jobs (partition, run_at)`,
];

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
