import { rowLevelSecurity } from '@payorch/platform/postgres';
import { Column, Entity } from 'typeorm';

/** The position of the search for seals of older keys; the search continues there after a restart, in any instance. */
@Entity({ name: 'seal_walks' })
export class SealWalkRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'seal_walks_pkey' })
  ring!: string;
  /** The current key: the search finds seals of every other key. */
  @Column({ type: 'text' })
  kid!: string;
  /** The position in the list of tables. */
  @Column({ type: 'smallint', default: 0 })
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
  @Column({ type: 'smallint', default: 1 })
  tries!: number;
  @Column({ type: 'timestamptz', default: () => 'now()' })
  seen_at!: Date;
}

/** For the migration of a schema that owns seals. */
export const sealWalkTables: readonly string[] = [
  `CREATE TABLE seal_walks (
    ring text NOT NULL,
    kid text NOT NULL,
    table_index smallint NOT NULL DEFAULT 0,
    after_merchant text NOT NULL DEFAULT '',
    after_id text NOT NULL DEFAULT '',
    found int NOT NULL DEFAULT 0,
    waiting int,
    began_at timestamptz NOT NULL DEFAULT now(),
    due_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT seal_walks_pkey PRIMARY KEY (ring)
  )`,
  `CREATE TABLE unopenable_seals (
    merchant_id text NOT NULL,
    place text NOT NULL,
    object_id text NOT NULL,
    digest text NOT NULL,
    fault text NOT NULL,
    tries smallint NOT NULL DEFAULT 1,
    seen_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT unopenable_seals_pkey PRIMARY KEY (merchant_id, place, object_id)
  )`,
  rowLevelSecurity('unopenable_seals'),
];
