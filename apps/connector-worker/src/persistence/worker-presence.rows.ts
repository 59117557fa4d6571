import { Column, Entity } from 'typeorm';

/** A worker that was there a moment ago, and whose processors it calls. */
@Entity({ name: 'worker_presence' })
export class WorkerPresenceRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'worker_presence_pkey' })
  instance!: string;

  @Column({ type: 'text', array: true })
  connectors!: string[];

  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' })
  seen_at!: Date;
}
