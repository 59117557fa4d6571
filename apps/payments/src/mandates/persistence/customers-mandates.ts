import { keyOf } from '@payorch/kernel';
import type { CustomerId, MerchantId } from '@payorch/kernel';
import type { Sql, Statement } from '@payorch/platform/postgres';

/** Rows of one statement. */
const atOnce = 500;

const erase = `
  UPDATE mandates m SET customer_acceptance = m.customer_acceptance - 'online' - 'sealed', modified_at = now()
  FROM unnest($1::text[], $2::text[]) AS c (merchant_id, customer_id) CROSS JOIN LATERAL (
    SELECT mandate_id FROM mandates
    WHERE merchant_id = c.merchant_id AND customer_id = c.customer_id AND customer_acceptance ?| '{online,sealed}'
    ORDER BY created_at LIMIT ${atOnce}
  ) found
  WHERE m.merchant_id = c.merchant_id AND m.mandate_id = found.mandate_id`;

/** Erases the address and the browser from which deleted customers accepted their mandates. */
export const eraseAcceptances = (
  customers: readonly [merchants: readonly string[], customers: readonly string[]],
): Statement => ({ text: erase, params: [...customers] });

/** The ids of the active mandates of these customers, by `merchant_id/customer_id`. */
export async function findActiveMandates(
  sql: Sql,
  merchants: readonly string[],
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await sql.query<{ merchant_id: MerchantId; customer_id: CustomerId; mandates: string[] }>(
    `SELECT merchant_id, customer_id, array_agg(mandate_id) AS mandates FROM mandates
     WHERE (merchant_id, customer_id) IN (SELECT * FROM unnest($1::text[], $2::text[])) AND status = 'active'
     GROUP BY merchant_id, customer_id`,
    [merchants, customerIds],
  );
  return new Map(rows.map((row) => [keyOf(row.merchant_id, row.customer_id), row.mandates]));
}
