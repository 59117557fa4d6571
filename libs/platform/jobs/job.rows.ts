import { Column, Entity, Index } from 'typeorm';

/** Work for one object at a later time. The id contains type and object, so a job exists only once. */
@Entity({ name: 'jobs' })
@Index('jobs_due', ['partition', 'run_at'])
export class JobRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'jobs_pkey' })
  id!: string;

  @Column({ type: 'text' })
  type!: string;

  /** Message key of the object: the job joins the batch of the object's messages. */
  @Column({ type: 'text' })
  key!: string;

  @Column({ type: 'smallint' })
  partition!: number;

  @Column({ type: 'timestamptz' })
  run_at!: Date;

  @Column({ type: 'jsonb' })
  data!: object;

  /** Number of failures; each failure increases the delay. */
  @Column({ type: 'int', default: 0 })
  failures!: number;

  @Column({ type: 'text', nullable: true })
  last_error!: string | null;
}

/** The table, for the first migration of a service. */
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
