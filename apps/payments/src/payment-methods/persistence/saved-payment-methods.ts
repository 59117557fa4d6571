import type { CustomerId, MerchantId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import { columnsOf } from '@payorch/platform/postgres';
import type { RowSeals } from '@payorch/platform/sealing';
import type { SavedPaymentMethod } from '../domain/payment-method';
import { savedPaymentMethodFromRow, type StoredPaymentMethod } from './payment-method.mapper';
import { PaymentMethodRow } from './payment-method.rows';

const columns = columnsOf(PaymentMethodRow);

/** The columns of a payment method `p`, with what the customer's other rows show about it. */
export const savedColumns = `${columns.listOf('p')},
  EXISTS (SELECT FROM customers c WHERE c.merchant_id = p.merchant_id AND c.customer_id = p.customer_id
          AND c.default_payment_method_id = p.payment_method_id) AS is_default,
  EXISTS (SELECT FROM payment_methods o WHERE o.merchant_id = p.merchant_id AND o.customer_id = p.customer_id
          AND o.payment_method_id <> p.payment_method_id AND o.status = 'active') AS has_others`;

/** The largest number of entries of a list. */
export const longestList = 100;

/** A customer's active payment methods, the last used first. */
export async function listActive(
  sql: Sql,
  seals: RowSeals,
  merchantId: MerchantId,
  customerId: CustomerId,
  limit: number | null,
): Promise<SavedPaymentMethod[]> {
  const rows = await sql.query<StoredPaymentMethod>(
    `SELECT ${savedColumns} FROM payment_methods p
     WHERE p.merchant_id = $1 AND p.customer_id = $2 AND p.status = 'active'
     ORDER BY p.last_used_at DESC, p.payment_method_id LIMIT $3`,
    [merchantId, customerId, Math.min(limit ?? longestList, longestList)],
  );
  return rows.map((row) => savedPaymentMethodFromRow(seals, row));
}

/** The customer's active payment method with this card, the last used one; undefined where there is none. */
export async function findCard(
  sql: Sql,
  merchantId: MerchantId,
  customerId: CustomerId,
  fingerprint: string,
): Promise<string | undefined> {
  const [row] = await sql.query<{ readonly payment_method_id: string }>(
    `SELECT payment_method_id FROM payment_methods
     WHERE merchant_id = $1 AND customer_id = $2 AND fingerprint = $3 AND status <> 'awaiting_data'
     ORDER BY last_used_at DESC LIMIT 1`,
    [merchantId, customerId, fingerprint],
  );
  return row?.payment_method_id;
}
