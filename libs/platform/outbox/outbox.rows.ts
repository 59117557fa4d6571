import { StoredBySetting, StoredUntil, type ExpiringRows } from '@payorch/platform/retention';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * A message to publish, written with its state change and deleted once it is published. Ids follow the commit order within a
 * key.
 */
@StoredUntil('the message is published')
@Entity({ name: 'outbox' })
@Index('outbox_unpublished', ['partition', 'id'], { where: '"published_at" IS NULL' })
export class OutboxRow {
  @PrimaryGeneratedColumn({ type: 'bigint', primaryKeyConstraintName: 'outbox_pkey' })
  id!: string;

  /** The partition of the key on the service's own keyed topics: only the owner of the partition publishes the row. */
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

  /** Set by instances of a former release alone, which run beside ours during a rolling update. */
  @Column({ type: 'timestamptz', nullable: true })
  published_at!: Date | null;
}

/** The result of a handled message: a redelivery receives the same reply. */
@StoredBySetting(
  'INBOX_RETENTION',
  'A redelivered message is recognized: longer than any topic of the service retains one.',
)
@Entity({ name: 'inbox' })
@Index('inbox_received', ['received_at'])
export class InboxRow {
  @Column({ type: 'text', primary: true, primaryKeyConstraintName: 'inbox_pkey' })
  message_id!: string;

  /** The refusal that was returned; null if the reply is the current state. */
  @Column({ type: 'jsonb', nullable: true })
  refusal!: object | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  received_at!: Date;
}

export const expiringInbox: ExpiringRows = { table: 'inbox', since: 'received_at' };
