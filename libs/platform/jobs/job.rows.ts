import { StoredUntil } from '@payorch/platform/retention';
import { Column, Entity, Index } from 'typeorm';

/** Work for one object at a later time. The id contains type and object, so a job exists only once. */
@StoredUntil('the job has ended')
@Entity({ name: 'jobs' })
@Index('jobs_due', ['partition', 'run_at'])
export class JobRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'jobs_pkey' })
  id!: string;

  @Column({ type: 'text', update: false })
  type!: string;

  /** Message key of the object: the job joins the batch of the object's messages. */
  @Column({ type: 'text', update: false })
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
