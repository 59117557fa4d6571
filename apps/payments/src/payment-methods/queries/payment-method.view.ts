import type { JsonObject } from '@payorch/contracts';
import { InvariantError } from '@payorch/kernel';
import { isOwnReference, type ProcessorReference, type SavedPaymentMethod } from '../domain/payment-method';
import { cardToTokenizeOf } from '../domain/tokenize-card';
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

/** The same for the page of a link: without what the merchant has written about the payment method. */
export const viewForPage = (saved: SavedPaymentMethod): Buffer =>
  paymentMethodView({ ...saved, clientSecret: null, details: { ...saved.details, metadata: null } });

/** The merchant's own references, by connector account; null without one. A reference of a connected account is not the merchant's own. */
function mandateDetails({ references }: SavedPaymentMethod): JsonObject | null {
  const own = Object.values(references).filter(isOwnReference);
  const entryOf = ({ mandateReference, customerReference, original }: ProcessorReference): JsonObject => ({
    connector_mandate_id: mandateReference,
    connector_customer_id: customerReference,
    original_payment_authorized_amount: original?.amount ?? null,
    original_payment_authorized_currency: original?.currency ?? null,
  });
  if (own.length === 0) return null;
  return Object.fromEntries(own.map((one) => [one.account.merchantConnectorId, entryOf(one)]));
}

/** What the operator may change of a stored payment method. */
export const recordView = (saved: SavedPaymentMethod): Buffer =>
  bytes({
    payment_method_id: saved.paymentMethodId,
    status: saved.status,
    network_transaction_id: saved.networkTransactionId,
    connector_mandate_details: mandateDetails(saved),
  });

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

/**
 * The card of a payment method whose network token was requested.
 * @throws InvariantError: none was requested
 */
export function cardToTokenizeView(saved: SavedPaymentMethod): Buffer {
  const card = cardToTokenizeOf(saved);
  if (!card) throw new InvariantError(`no network token of ${saved.paymentMethodId} was requested`);
  return bytes(card);
}
