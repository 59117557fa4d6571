import { StoredUntil } from '@payorch/platform/retention';
import { Column, Entity } from 'typeorm';

/** A worker with its last refresh and the connectors that it calls. */
@StoredUntil('the worker has stopped or is no longer seen')
@Entity({ name: 'worker_presence' })
export class WorkerPresenceRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'worker_presence_pkey' })
  instance!: string;

  @Column({ type: 'text', array: true })
  connectors!: string[];

  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' })
  seen_at!: Date;
}
