import { StoredForEver, StoredUntil } from '@payorch/platform/retention';
import { Column, Entity } from 'typeorm';

/** The position of the search for seals of older keys; the search continues there after a restart, in any instance. */
@StoredForEver('One row for each table that is walked.')
@Entity({ name: 'seal_walks' })
export class SealWalkRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'seal_walks_pkey' })
  ring!: string;
  /** The current key: the search finds seals of every other key. */
  @Column({ type: 'text' })
  kid!: string;
  /** The position in the list of tables. */
  @Column({ type: 'smallint', default: () => '0' })
  table_index!: number;
  @Column({ type: 'text', default: '' })
  after_merchant!: string;
  @Column({ type: 'text', default: '' })
  after_id!: string;
  /** Seals found so far in this pass over all tables. */
  @Column({ type: 'int', default: 0 })
  found!: number;
  /** Seals found by the last complete pass for this key; null before its end. */
  @Column({ type: 'int', nullable: true })
  waiting!: number | null;
  @Column({ type: 'timestamptz', default: () => 'now()' })
  began_at!: Date;
  @Column({ type: 'timestamptz', default: () => 'now()' })
  due_at!: Date;
}

/** Seals of older keys that a worker could not open, by location: after some attempts they are not sent again. */
@StoredUntil('the seal opens or its row is gone')
@Entity({ name: 'unopenable_seals' })
export class UnopenableSealRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'unopenable_seals_pkey' })
  merchant_id!: string;
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'unopenable_seals_pkey' })
  place!: string;
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'unopenable_seals_pkey' })
  object_id!: string;
  /** SHA-256 of the seal: a different seal at the same location is attempted again. */
  @Column({ type: 'text' })
  digest!: string;
  @Column({ type: 'text' })
  fault!: string;
  @Column({ type: 'smallint', default: () => '1' })
  tries!: number;
  @Column({ type: 'timestamptz', default: () => 'now()' })
  seen_at!: Date;
}
