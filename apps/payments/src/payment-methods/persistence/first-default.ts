import type { Statement } from '@payorch/platform/postgres';
import { numbered } from '@payorch/platform/postgres';
import type { PaymentMethod } from '../domain/payment-method';

/**
 * A customer's first active payment method becomes the default. Of two in one batch the first in the batch's order wins; of two batches the
 * one that locks the customer's row first.
 */
const firstDefaultStatement = numbered(`
  UPDATE customers c SET default_payment_method_id = n.payment_method_id, version = c.version + 1, modified_at = now()
  FROM unnest($::text[], $::text[], $::text[]) AS n (merchant_id, customer_id, payment_method_id)
  WHERE c.merchant_id = n.merchant_id AND c.customer_id = n.customer_id AND c.default_payment_method_id IS NULL
    AND EXISTS (SELECT FROM payment_methods p WHERE p.merchant_id = n.merchant_id
      AND p.payment_method_id = n.payment_method_id AND p.customer_id = n.customer_id AND p.status = 'active')
    AND NOT EXISTS (SELECT FROM payment_methods o WHERE o.merchant_id = n.merchant_id AND o.customer_id = n.customer_id
      AND o.payment_method_id <> ALL ($::text[]) AND o.status = 'active')`);

/** Runs after the rows of `saved` were written. */
export function firstDefaultWrites(saved: readonly PaymentMethod[]): Statement[] {
  const active = saved.filter(({ status }) => status === 'active');
  const firstByCustomer = new Map<string, PaymentMethod>();
  for (const one of active) {
    const key = JSON.stringify([one.merchantId, one.customerId]);
    if (!firstByCustomer.has(key)) firstByCustomer.set(key, one);
  }
  if (firstByCustomer.size === 0) return [];
  // In key order, so that two batches lock the customers in one order.
  const firsts = [...firstByCustomer].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
  return [
    {
      text: firstDefaultStatement,
      params: [
        firsts.map(({ merchantId }) => merchantId),
        firsts.map(({ customerId }) => customerId),
        firsts.map(({ paymentMethodId }) => paymentMethodId),
        active.map(({ paymentMethodId }) => paymentMethodId),
      ],
    },
  ];
}
