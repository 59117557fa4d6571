import { keyOf } from '@payorch/kernel';
import type { CustomerId, MerchantId, PaymentId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import type { RedactionPage } from '../../customers/domain/batch-customers';
import { redactionPageSize } from '../../customers/domain/redaction-passes';
import { hasToken, unerased } from '../../payment-methods/persistence/erase-payment-methods';

export interface DueRedaction {
  readonly merchantId: MerchantId;
  readonly customerId: CustomerId;
  /** Whose payments they are; absent: those of `merchantId`. */
  readonly account?: MerchantId | undefined;
  readonly after: { readonly createdAt: string; readonly paymentId: string } | null;
}

interface Found {
  readonly merchant_id: MerchantId;
  readonly customer_id: CustomerId;
  readonly payments: readonly { readonly payment_id: PaymentId; readonly created_at: string }[];
  readonly has_payment_methods: boolean;
  readonly tokenized: readonly string[];
}

const statement = `
  SELECT d.merchant_id, d.customer_id, page.payments, EXISTS (
    SELECT 1 FROM payment_methods p
    WHERE p.merchant_id = d.merchant_id AND p.customer_id = d.customer_id AND (${unerased})
  ) AS has_payment_methods, ARRAY(
    SELECT p.payment_method_id FROM payment_methods p
    WHERE p.merchant_id = d.merchant_id AND p.customer_id = d.customer_id AND ${hasToken} LIMIT $5
  ) AS tokenized
  FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[]) AS d (merchant_id, customer_id, created_at, payment_id)
  CROSS JOIN LATERAL (
    SELECT coalesce(jsonb_agg(jsonb_build_object('payment_id', i.payment_id, 'created_at', i.created_at)), '[]') AS payments
    FROM (
      SELECT payment_id, created_at FROM intents
      WHERE merchant_id = d.merchant_id AND customer_id = d.customer_id
        AND (created_at, payment_id) > (d.created_at, d.payment_id)
      ORDER BY created_at, payment_id LIMIT $5
    ) i
  ) page`;

/** The next payments of deleted customers, by `merchant_id/customer_id` of the account that has them. */
export async function findRedactionPages(
  sql: Sql,
  due: readonly DueRedaction[],
): Promise<ReadonlyMap<string, RedactionPage>> {
  const rows = await sql.query<Found>(statement, [
    due.map(({ merchantId, account }) => account ?? merchantId),
    due.map(({ customerId }) => customerId),
    due.map(({ after }) => after?.createdAt ?? '-infinity'),
    due.map(({ after }) => after?.paymentId ?? ''),
    redactionPageSize,
  ]);
  return new Map(
    rows.map((row) => [
      keyOf(row.merchant_id, row.customer_id),
      {
        payments: row.payments.map((payment) => ({
          paymentId: payment.payment_id,
          createdAt: new Date(payment.created_at),
        })),
        hasPaymentMethods: row.has_payment_methods,
        tokenized: row.tokenized,
      },
    ]),
  );
}
