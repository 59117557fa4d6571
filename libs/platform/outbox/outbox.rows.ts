import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A message that must leave, written with the state change that it tells of. Its id follows commit order within a key. */
@Entity({ name: 'outbox' })
@Index('outbox_unpublished', ['partition', 'id'], { where: '"published_at" IS NULL' })
export class OutboxRow {
  @PrimaryGeneratedColumn({ type: 'bigint', primaryKeyConstraintName: 'outbox_pkey' })
  id!: string;

  /** Of the key on the service's own keyed topics: the partition's owner is the row's only relay. */
  @Column({ type: 'smallint' })
  partition!: number;

  @Column({ type: 'text' })
  topic!: string;

  @Column({ type: 'text', nullable: true })
  key!: string | null;

  @Column({ type: 'text' })
  value!: string;

  @Column({ type: 'jsonb' })
  headers!: Record<string, string>;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created_at!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  published_at!: Date | null;
}

/** What a message that was handled answered: asked again, it is told the same. */
@Entity({ name: 'inbox' })
@Index('inbox_received', ['received_at'])
export class InboxRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'inbox_pkey' })
  message_id!: string;

  /** A refusal as it was given; null where the current state is the answer. */
  @Column({ type: 'jsonb', nullable: true })
  refusal!: object | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  received_at!: Date;
}

/** The tables of both, for a service's first migration. */
export const outboxTables = [
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
] as const;
