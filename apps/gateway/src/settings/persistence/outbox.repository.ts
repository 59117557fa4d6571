import type { Outgoing } from '@payorch/contracts';
import { randomText } from '@payorch/kernel';
import { encode, newTraceparent } from '@payorch/platform/kafka';
import { outboxColumns, outboxInsert } from '@payorch/platform/outbox';
import { numbered, type Sql } from '@payorch/platform/postgres';

const insertStatement = numbered(outboxInsert);

/** The settings topic has one partition, so one relay publishes all rows. */
export const settingsPartition = 0;

export interface ChangeContext {
  readonly correlationId: string;
  readonly traceparent: string;
}

/**
 * Writes messages in the transaction of their change. Under the merchant's row lock their ids have the commit order of
 * each merchant.
 */
export async function insertOutbox(sql: Sql, messages: readonly Outgoing[], context?: ChangeContext): Promise<void> {
  const rows = messages.map((message) => ({
    partition: settingsPartition,
    message: encode({
      ...message,
      context: {
        messageId: `evt_${randomText(20)}`,
        correlationId: context?.correlationId ?? randomText(20),
        traceparent: context?.traceparent ?? newTraceparent(),
        occurredAt: new Date(),
      },
    }),
  }));
  await sql.query(insertStatement, outboxColumns(rows));
}
