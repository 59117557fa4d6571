import type { EncodedMessage } from '@payorch/platform/kafka';
import type { Sql, StoredRow } from '@payorch/platform/postgres';
import { columnsOf, numbered } from '@payorch/platform/postgres';
import { OutboxRow } from './outbox.rows';

/** A message with the partition whose owner publishes it. */
export interface OutboxMessage {
  readonly partition: number;
  readonly message: EncodedMessage;
}

export interface StoredMessage extends OutboxMessage {
  readonly id: string;
}

const stored = columnsOf(OutboxRow).without('created_at', 'published_at');
const written = stored.without('id');

type Stored = Omit<StoredRow<OutboxRow>, 'created_at' | 'published_at'>;

const toStored = (row: Stored): StoredMessage => ({
  id: row.id,
  partition: row.partition,
  message: { topic: row.topic, key: row.key, value: Buffer.from(row.value), headers: row.headers },
});

/** Takes `outboxColumns`, with `$` for each parameter: for a statement of its own or one that it shares with others. */
export const outboxInsert = `INSERT INTO outbox (${written.list}) SELECT * FROM unnest(${written.arrays})`;

/** The order of the arrays is the order of the ids. */
export const outboxColumns = (messages: readonly OutboxMessage[]): unknown[][] =>
  written.arraysOf(
    messages.map(({ partition, message }) => ({
      partition,
      topic: message.topic,
      key: message.key,
      value: message.value.toString('utf8'),
      headers: message.headers,
    })),
  );

/** Rows that an earlier owner of these partitions committed and did not publish, oldest first. */
export async function unpublished(
  sql: Sql,
  partitions: readonly number[],
  { limit, except = [] }: { readonly limit?: number; readonly except?: readonly string[] } = {},
): Promise<StoredMessage[]> {
  const rows = await sql.query<Stored>(
    `SELECT ${stored.list} FROM outbox
     WHERE published_at IS NULL AND partition = ANY($1::smallint[]) AND id <> ALL($2::bigint[]) ORDER BY id LIMIT $3`,
    [partitions, except, limit ?? null],
  );
  return rows.map(toStored);
}

/** For a statement that it shares with others; takes the ids of the rows, with `$` for the parameter. */
export const publishedDelete = 'DELETE FROM outbox WHERE id = ANY($::bigint[])';

export async function deletePublished(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql.query(numbered(publishedDelete), [ids]);
}

/** Deletes rows that an instance of a former release has published: it marks them instead of deleting them. */
export async function deleteMarked(sql: Sql): Promise<void> {
  await sql.query('DELETE FROM outbox WHERE published_at IS NOT NULL', []);
}

/** The rows that are not marked as published, and the age of the oldest by the database's clock; 0 without one. */
export async function unpublishedBacklog(sql: Sql): Promise<{ readonly rows: number; readonly oldestSeconds: number }> {
  const [row] = await sql.query<{ rows: number; oldest: number }>(
    `SELECT count(*)::int AS rows, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS oldest
     FROM outbox WHERE published_at IS NULL`,
    [],
  );
  return { rows: row?.rows ?? 0, oldestSeconds: row?.oldest ?? 0 };
}
