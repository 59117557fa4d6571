import type { Json } from '@payorch/contracts';
import { errorOf } from '../domain/attempts/attempt';
import type { Payment } from '../domain/payment';
import { activeAttempt } from '../domain/payment';
import { paymentView } from './payment/payment.view';
import type { ViewContext } from './payment/view-context';

/** The keys that a list shows of each payment; the other keys of the payment object are null. */
const listed: ReadonlySet<string> = new Set([
  ...['payment_id', 'merchant_id', 'processor_merchant_id', 'profile_id', 'status', 'client_secret', 'attempt_count'],
  ...['amount', 'net_amount', 'amount_capturable', 'currency', 'created', 'modified_at', 'updated'],
  ...['customer_id', 'customer', 'billing', 'shipping', 'description', 'metadata', 'order_details'],
  ...['payment_method', 'payment_method_type', 'payment_method_data', 'connector', 'merchant_connector_id'],
  ...['connector_transaction_id', 'capture_method', 'authentication_type', 'setup_future_usage'],
  ...['business_country', 'business_label', 'business_sub_label', 'merchant_order_reference_id'],
  ...['surcharge_details', 'network_details'],
]);

const whole = { caller: 'merchant', expandAttempts: false, expandCaptures: false } as const;

/** A payment as one item of a list: the payment object, of which a list leaves more null than a retrieve does. */
export function listItem(payment: Payment, context: ViewContext): Json {
  const shown = JSON.parse(paymentView(payment, whole, context)) as Record<string, Json>;
  for (const key of Object.keys(shown)) if (!listed.has(key)) shown[key] = null;
  // A list shows the processor's message, not its reason.
  shown['error_message'] = errorOf(activeAttempt(payment))?.message ?? null;
  return shown;
}
