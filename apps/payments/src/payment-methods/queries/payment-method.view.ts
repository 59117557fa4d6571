import type { SavedPaymentMethod } from '../domain/payment-method';
import { cardView } from './card.view';

const bytes = (view: object): Buffer => Buffer.from(JSON.stringify(view));

/** A payment method in the form of the interface. */
export function paymentMethodView(saved: SavedPaymentMethod): Buffer {
  const { method, details } = saved;
  return bytes({
    merchant_id: saved.merchantId,
    customer_id: saved.customerId,
    payment_method_id: saved.paymentMethodId,
    payment_method: method.paymentMethod,
    payment_method_type: method.paymentMethodType,
    card: method.card && cardView(method.card, saved),
    recurring_enabled: false,
    installment_payment_enabled: false,
    payment_experience: ['redirect_to_url'],
    metadata: details.metadata,
    created: saved.createdAt.toISOString(),
    last_used_at: saved.lastUsedAt.toISOString(),
    client_secret: saved.clientSecret?.secret ?? null,
  });
}

export const deletedView = (paymentMethodId: string): Buffer =>
  bytes({ payment_method_id: paymentMethodId, deleted: true });

/** The default payment method of its customer. */
export const defaultView = ({ paymentMethodId, customerId, method }: SavedPaymentMethod): Buffer =>
  bytes({
    default_payment_method_id: paymentMethodId,
    customer_id: customerId,
    payment_method: method.paymentMethod,
    payment_method_type: method.paymentMethodType,
  });
