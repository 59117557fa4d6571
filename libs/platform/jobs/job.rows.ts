import { Column, Entity, Index } from 'typeorm';

/** Something to do for one object at a time to come. Its id says what and for whom, so that it is never there twice. */
@Entity({ name: 'jobs' })
@Index('jobs_due', ['partition', 'run_at'])
export class JobRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'jobs_pkey' })
  id!: string;

  @Column({ type: 'text' })
  type!: string;

  /** Message key of the object: the job meets its messages in one batch. */
  @Column({ type: 'text' })
  key!: string;

  @Column({ type: 'smallint' })
  partition!: number;

  @Column({ type: 'timestamptz' })
  run_at!: Date;

  @Column({ type: 'jsonb' })
  data!: object;

  /** How often it failed; each failure waits longer. */
  @Column({ type: 'int', default: 0 })
  failures!: number;

  @Column({ type: 'text', nullable: true })
  last_error!: string | null;
}

/** The table, for a service's first migration. */
export const jobTables = [
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
] as const;
