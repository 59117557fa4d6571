import type { Currency, MerchantId, Money, PaymentId } from '@payorch/kernel';
import { keyOf, minorUnitsFromColumn } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import type { Dispute } from '../domain/dispute';

/** What was captured of a payment, and what succeeded refunds returned, in minor units of its currency. */
export interface ReturnedSums {
  readonly captured: Money;
  readonly refunded: bigint;
}

export type PaymentRef = { readonly merchantId: MerchantId; readonly paymentId: PaymentId };

/** By the payments' keys; no statement for no payment. */
export async function findReturnedSums(
  sql: Sql,
  payments: readonly PaymentRef[],
): Promise<ReadonlyMap<string, ReturnedSums>> {
  if (payments.length === 0) return new Map();
  const rows = await sql.query<{
    merchant_id: MerchantId;
    payment_id: string;
    currency: Currency;
    captured: string;
    refunded: string;
  }>(
    // One payment after the other: a join may be planned as a walk over all merchants' payments while the table is empty.
    `SELECT i.*, (SELECT coalesce(sum((r.object ->> 'amount')::bigint), 0) FROM refunds r
        WHERE r.merchant_id = i.merchant_id AND r.payment_id = i.payment_id
          AND r.object ->> 'status' = 'succeeded') AS refunded
     FROM (SELECT DISTINCT * FROM unnest($1::text[], $2::text[])) AS named (merchant_id, payment_id)
     CROSS JOIN LATERAL (
       SELECT merchant_id, payment_id, currency, coalesce(amount_received, 0) AS captured FROM intents
       WHERE merchant_id = named.merchant_id AND payment_id = named.payment_id LIMIT 1
     ) i`,
    [payments.map(({ merchantId }) => merchantId), payments.map(({ paymentId }) => paymentId)],
  );
  return new Map(
    rows.map(({ merchant_id, payment_id, currency, captured, refunded }) => [
      keyOf(merchant_id, payment_id),
      { captured: { amount: minorUnitsFromColumn(captured), currency }, refunded: BigInt(refunded) },
    ]),
  );
}

/** The dispute with what is known now: whether refunds and this dispute together exceed the captured sum. */
export function withReturned(dispute: Dispute, sums: ReadonlyMap<string, ReturnedSums>): Dispute {
  const known = sums.get(keyOf(dispute.merchantId, dispute.paymentId));
  if (!known) return dispute;
  const isAlreadyRefunded = known.refunded > 0n && known.refunded + dispute.known.money.amount > known.captured.amount;
  return isAlreadyRefunded === dispute.isAlreadyRefunded ? dispute : { ...dispute, isAlreadyRefunded };
}
