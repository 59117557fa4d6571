import type { EncodedMessage } from '@payorch/platform/kafka';
import type { Sql } from '@payorch/platform/postgres';

/** A message with the partition whose owner publishes it. */
export interface OutboxMessage {
  readonly partition: number;
  readonly message: EncodedMessage;
}

export interface StoredMessage extends OutboxMessage {
  readonly id: string;
}

interface Stored {
  id: string;
  partition: number;
  topic: string;
  key: string | null;
  value: string;
  headers: Record<string, string>;
}

const toStored = (row: Stored): StoredMessage => ({
  id: row.id,
  partition: row.partition,
  message: { topic: row.topic, key: row.key, value: Buffer.from(row.value), headers: row.headers },
});

/**
 * The columns of `INSERT INTO outbox … SELECT FROM unnest`, for an insert that shares a statement with others. The
 * order of the arrays is the order of the ids.
 */
export const outboxColumns = (messages: readonly OutboxMessage[]): unknown[] => [
  messages.map(({ partition }) => partition),
  messages.map(({ message }) => message.topic),
  messages.map(({ message }) => message.key),
  messages.map(({ message }) => message.value.toString('utf8')),
  messages.map(({ message }) => JSON.stringify(message.headers)),
];

/** Unpublished rows of these partitions, oldest first, left by an earlier owner. */
export async function unpublished(sql: Sql, partitions: readonly number[], limit: number): Promise<StoredMessage[]> {
  const rows = await sql.query<Stored>(
    `SELECT id, partition, topic, key, value, headers FROM outbox
     WHERE published_at IS NULL AND partition = ANY($1::smallint[]) ORDER BY id LIMIT $2`,
    [partitions, limit],
  );
  return rows.map(toStored);
}

export async function markPublished(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql.query('UPDATE outbox SET published_at = now() WHERE id = ANY($1::bigint[]) AND published_at IS NULL', [
    ids,
  ]);
}

export async function unpublishedCount(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ count: string }>('SELECT count(*) FROM outbox WHERE published_at IS NULL', []);
  return Number(row?.count ?? 0);
}
