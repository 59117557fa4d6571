import type { Refusal } from '@payorch/contracts';
import type { Sql } from '@payorch/platform/postgres';
import { columnsOf } from '@payorch/platform/postgres';
import { InboxRow } from './outbox.rows';

export interface HandledMessage {
  readonly messageId: string;
  /** The refusal that was returned; null if the reply is the current state. */
  readonly refusal: Refusal | null;
}

const written = columnsOf(InboxRow).without('received_at');

/** Takes `inboxColumns`, with `$` for each parameter. */
export const inboxInsert = `INSERT INTO inbox (${written.list}) SELECT * FROM unnest(${written.arrays})`;

export const inboxColumns = (handled: readonly HandledMessage[]): unknown[][] =>
  written.arraysOf(handled.map(({ messageId, refusal }) => ({ message_id: messageId, refusal })));

/** The messages of these that were handled before, with their refusals. */
export async function inboxEntries(
  sql: Sql,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, Refusal | null>> {
  const rows = await sql.query<Pick<InboxRow, 'message_id'> & { refusal: Refusal | null }>(
    `SELECT ${written.list} FROM inbox WHERE message_id = ANY($1::text[])`,
    [messageIds],
  );
  return new Map(rows.map(({ message_id, refusal }) => [message_id, refusal]));
}
