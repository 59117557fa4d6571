import type { RefundSnapshot } from '@payorch/contracts';
import { refundObject } from '@payorch/contracts';
import type { RowOf, Sql } from '@payorch/platform/postgres';
import { columnsOf } from '@payorch/platform/postgres';
import { RefundProjectionRow } from './refund-projection.rows';

const refunds = columnsOf(RefundProjectionRow);

/** The refunds of a payment `i`, in the order of their creation, as part of a statement that reads payments. */
export const refundsColumn = `
  coalesce((SELECT json_agg(r.object ORDER BY r.created_at, r.refund_id) FROM refunds r
            WHERE r.merchant_id = i.merchant_id AND r.payment_id = i.payment_id), '[]') AS refunds`;

const newestOf = (snapshots: readonly RefundSnapshot[]): RefundSnapshot[] => {
  const newest = new Map<string, RefundSnapshot>();
  for (const refund of snapshots) {
    const key = `${refund.merchantId}/${refund.refundId}`;
    if ((newest.get(key)?.version ?? 0) < refund.version) newest.set(key, refund);
  }
  return [...newest.values()];
};

/** Saves snapshots that are newer than the stored ones: snapshots may be redelivered, and arrive late. */
export async function saveRefunds(sql: Sql, snapshots: readonly RefundSnapshot[]): Promise<void> {
  const rows = newestOf(snapshots).map((refund): RowOf<typeof refunds> => ({
    merchant_id: refund.merchantId,
    refund_id: refund.refundId,
    payment_id: refund.paymentId,
    version: refund.version,
    created_at: refund.createdAt,
    object: refundObject(refund),
  }));
  await sql.query(
    // json, not jsonb: the object keeps the order of its keys.
    `INSERT INTO refunds AS known (${refunds.list})
     SELECT ${refunds.list} FROM json_populate_recordset(NULL::refunds, $1::json) ORDER BY ${refunds.key}
     ON CONFLICT (${refunds.key}) DO UPDATE SET ${refunds.setFrom('excluded')}
     WHERE known.version < excluded.version`,
    [JSON.stringify(rows)],
  );
}
