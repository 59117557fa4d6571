import { bigintColumn } from '@payorch/platform/postgres';
import { StoredForEver } from '@payorch/platform/retention';
import { Column, Entity } from 'typeorm';

/** How far the objects from before a snapshot topic are on it. Without its row the backfill of the topic begins again. */
@StoredForEver('One row for each snapshot topic.')
@Entity({ name: 'snapshot_backfills' })
export class SnapshotBackfillRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'snapshot_backfills_pkey' })
  topic!: string;
  /** Objects that change later have their events. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  began_at!: Date;
  /** The last object, in the order of the primary key of its table. */
  @Column({ type: 'text', default: '' })
  after_merchant!: string;
  @Column({ type: 'text', default: '' })
  after_id!: string;
  @Column({ type: 'bigint', default: () => '0', transformer: bigintColumn })
  published!: bigint;
  /** Objects that could not be read, which are named in the log. */
  @Column({ type: 'int', default: 0 })
  unreadable!: number;
  @Column({ type: 'timestamptz', nullable: true })
  finished_at!: Date | null;
}
