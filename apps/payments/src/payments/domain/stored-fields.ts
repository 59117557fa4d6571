import { type PaymentFields } from '@payorch/contracts';
import type { Payment } from './payment';
import { requestedExtrasOf, requestedTypeOf } from './payment';

/** The fields of a request that are not passed on by their wire names. */
export type TypedFields = Omit<PaymentFields, 'details'>;

interface StoredField {
  /** The field's name on the wire. */
  readonly wire: string;
  readonly stored: (payment: Payment) => unknown;
}

const seconds = ({ createdAt, expiresAt }: Payment): number => (expiresAt.getTime() - createdAt.getTime()) / 1000;

const recurringOf = ({ recurring }: Payment): PaymentFields['recurring'] => {
  if (!recurring) return undefined;
  const { mandateId, paymentMethodId } = recurring;
  if (mandateId !== null) return { kind: 'mandate', mandateId };
  return paymentMethodId === null ? undefined : { kind: 'payment_method', paymentMethodId };
};

/**
 * Every typed field of the message, with the payment's stored value: a new field does not compile until it is here. Only
 * `clientFields` decides whether a client may set it.
 */
export const storedFields: { readonly [K in keyof TypedFields]-?: StoredField } = {
  profileId: { wire: 'profile_id', stored: ({ profileId }) => profileId },
  amount: { wire: 'amount', stored: ({ money }) => money.amount },
  currency: { wire: 'currency', stored: ({ money }) => money.currency },
  shippingCost: { wire: 'shipping_cost', stored: ({ extras }) => extras.shippingCost },
  orderTaxAmount: { wire: 'order_tax_amount', stored: ({ extras }) => extras.orderTaxAmount },
  surchargeAmount: { wire: 'surcharge_details', stored: (payment) => requestedExtrasOf(payment).surchargeAmount },
  surchargeTaxAmount: { wire: 'surcharge_details', stored: (payment) => requestedExtrasOf(payment).surchargeTaxAmount },
  amountToCapture: { wire: 'amount_to_capture', stored: ({ amountToCapture }) => amountToCapture },
  captureMethod: { wire: 'capture_method', stored: ({ captureMethod }) => captureMethod },
  authenticationType: { wire: 'authentication_type', stored: requestedTypeOf },
  customerId: { wire: 'customer_id', stored: ({ customerId }) => customerId },
  customer: { wire: 'customer', stored: ({ customer }) => customer },
  returnUrl: { wire: 'return_url', stored: ({ returnUrl }) => returnUrl },
  setupFutureUsage: { wire: 'setup_future_usage', stored: ({ setupFutureUsage }) => setupFutureUsage },
  paymentMethod: { wire: 'payment_method', stored: () => null },
  paymentMethodType: { wire: 'payment_method_type', stored: () => null },
  sessionExpirySeconds: { wire: 'session_expiry', stored: seconds },
  straightThrough: { wire: 'routing', stored: ({ straightThrough }) => straightThrough },
  credentials: { wire: 'merchant_connector_details', stored: ({ credentials }) => credentials },
  card: { wire: 'payment_method_data', stored: () => null },
  cvcReference: { wire: 'card_cvc', stored: () => null },
  sealedMethodData: { wire: 'payment_method_data', stored: () => null },
  paymentMethodData: { wire: 'payment_method_data', stored: () => null },
  authentication: { wire: 'three_ds_data', stored: () => null },
  orderDigest: { wire: 'payment_method_data', stored: () => null },
  walletCardType: { wire: 'payment_method_data', stored: () => null },
  browserInfo: { wire: 'browser_info', stored: ({ browserInfo }) => browserInfo },
  recurring: { wire: 'recurring_details', stored: recurringOf },
  allKeysRequired: { wire: 'all_keys_required', stored: ({ allKeysRequired }) => allKeysRequired },
  mandateTerms: { wire: 'mandate_data', stored: ({ mandateTerms }) => mandateTerms },
  // The gateway merges the terms, so none that a client sends equals the stored one.
  link: { wire: 'payment_link_config', stored: () => null },
};
