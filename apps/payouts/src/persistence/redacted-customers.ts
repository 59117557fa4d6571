import { type DataOf, payoutRedactCustomer } from '@payorch/contracts';
import type { PayoutId } from '@payorch/kernel';
import type { Incoming } from '@payorch/platform/kafka';
import type { Sql } from '@payorch/platform/postgres';

type Command = DataOf<typeof payoutRedactCustomer>;

/** The payouts of one message: the rest has a message of its own. */
export const pageSize = 100;

export interface PayoutOfCustomer {
  readonly payoutId: PayoutId;
  readonly createdAt: Date;
}

/** What the messages of one batch share: the payouts of deleted customers, by the message that asks for them. */
export interface Shared {
  readonly pages: ReadonlyMap<unknown, readonly PayoutOfCustomer[]>;
}

const page = `
  SELECT payout_id, created_at FROM payouts
  WHERE merchant_id = $1 AND customer_id = $2 AND (created_at, payout_id) > ($3::timestamptz, $4)
  ORDER BY created_at, payout_id LIMIT ${pageSize}`;

async function pageOf(sql: Sql, { merchantId, customerId, after }: Command): Promise<PayoutOfCustomer[]> {
  const from = [after?.createdAt ?? '-infinity', after?.payoutId ?? ''];
  const rows = await sql.query<{ payout_id: PayoutId; created_at: Date }>(page, [merchantId, customerId, ...from]);
  return rows.map((row) => ({ payoutId: row.payout_id, createdAt: new Date(row.created_at) }));
}

/** The pages that the messages of a batch ask for. */
export async function loadPages(sql: Sql, batch: readonly Incoming[]): Promise<Shared> {
  const asking = batch.filter(({ message }) => message.type === payoutRedactCustomer.type);
  const pages = await Promise.all(asking.map(async ({ data }) => [data, await pageOf(sql, data as Command)] as const));
  return { pages: new Map(pages) };
}
