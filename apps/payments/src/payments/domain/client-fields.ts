import type { CustomerDetails, Json, JsonObject, PaymentFields, Refusal, StraightThrough } from '@payorch/contracts';
import { mayClientSet, refuse } from '@payorch/contracts';
import { updatedMandateIn, updatedMandateOf } from './method/mandate-update';
import type { Payment } from './payment';
import { connectorsOf } from './terms/straight-through';

type Fields = Omit<PaymentFields, 'details'>;

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
const typed: { readonly [K in keyof Fields]-?: StoredField } = {
  profileId: { wire: 'profile_id', stored: ({ profileId }) => profileId },
  amount: { wire: 'amount', stored: ({ money }) => money.amount },
  currency: { wire: 'currency', stored: ({ money }) => money.currency },
  shippingCost: { wire: 'shipping_cost', stored: ({ extras }) => extras.shippingCost },
  orderTaxAmount: { wire: 'order_tax_amount', stored: ({ extras }) => extras.orderTaxAmount },
  surchargeAmount: { wire: 'surcharge_details', stored: ({ extras }) => extras.surchargeAmount },
  surchargeTaxAmount: { wire: 'surcharge_details', stored: ({ extras }) => extras.surchargeTaxAmount },
  amountToCapture: { wire: 'amount_to_capture', stored: ({ amountToCapture }) => amountToCapture },
  captureMethod: { wire: 'capture_method', stored: ({ captureMethod }) => captureMethod },
  authenticationType: { wire: 'authentication_type', stored: ({ authenticationType }) => authenticationType },
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

/** Null equals absent: the wire shows both alike. */
function isSame(sent: unknown, stored: unknown): boolean {
  const [one, other] = [sent ?? null, stored ?? null];
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [a, b] = [one as Readonly<Record<string, unknown>>, other as Readonly<Record<string, unknown>>];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isSame(a[key], b[key]));
}

const notForClients = (field: string): Refusal =>
  field === 'customer_id' ? refuse('customer_not_for_clients') : refuse('not_for_clients', { field });

/** A guest may set all details; for a customer whom the merchant named, a client may only add missing ones. */
function checkCustomer({ customerId, customer: stored }: Payment, sent: CustomerDetails): Refusal | undefined {
  if (customerId === null) return undefined;
  const wireNames = {
    ...{ name: 'name', email: 'email', phone: 'phone', phoneCountryCode: 'phone_country_code' },
    ...{ taxRegistrationId: 'customer', documentDetails: 'customer' },
  } satisfies Record<keyof CustomerDetails, string>;
  const other = Object.entries(wireNames).find(([name]) => {
    const known = stored?.[name as keyof CustomerDetails] ?? null;
    const value = sent[name as keyof CustomerDetails];
    return known !== null && value !== undefined && !isSame(value, known);
  });
  return other && notForClients(other[1]);
}

const isPlan = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;

/** Whether the merchant offers this plan; a plan's number of installments is one number, or a list to choose from. */
function isOffered({ details }: Payment, plan: Json | undefined): boolean {
  if (!isPlan(plan)) return (plan ?? null) === null || isSame(plan, details['installment_data']);
  const options = (details['installment_options'] ?? []) as readonly { installments?: readonly JsonObject[] }[];
  return options
    .flatMap(({ installments }) => installments ?? [])
    .some(
      ({ number_of_installments: numbers, billing_frequency }) =>
        billing_frequency === plan['billing_frequency'] &&
        [numbers].flat().includes(plan['number_of_installments'] as Json),
    );
}

/** The first field that the request may not change, by its wire name; `customer_id` before all others. */
function firstForbidden(payment: Payment, fields: PaymentFields): Refusal | undefined {
  const { details, ...rest } = fields;
  const { customer, customerId, setupFutureUsage, straightThrough } = rest;
  if (customerId !== undefined && !isSame(customerId, payment.customerId)) return notForClients('customer_id');
  for (const [name, value] of Object.entries(rest)) {
    const { wire, stored } = typed[name as keyof Fields];
    if (value === undefined || mayClientSet('payment', wire) || isSame(value, stored(payment))) continue;
    if (name === 'straightThrough' && straightThrough?.kind === 'connectors') continue;
    return notForClients(wire);
  }
  for (const [name, value] of Object.entries(details)) {
    if (!mayClientSet('payment', name) && !isSame(value, payment.details[name])) return notForClients(name);
  }
  if (setupFutureUsage !== undefined && payment.setupFutureUsage !== null) {
    if (setupFutureUsage !== payment.setupFutureUsage) return notForClients('setup_future_usage');
  }
  const update = updatedMandateIn(details);
  if (update !== null && update !== updatedMandateOf(payment)) return notForClients('mandate_data.update_mandate_id');
  if (!isOffered(payment, details['installment_data'])) return notForClients('installment_data');
  return customer && checkCustomer(payment, customer);
}

/** Restricts the payment to the connectors that the client names and the merchant allows; refuses where none is left. */
function narrowed(payment: Payment, sent: StraightThrough | undefined): Payment | Refusal {
  if (sent?.kind !== 'connectors') return payment;
  const allowed = payment.straightThrough && connectorsOf(payment.straightThrough);
  const narrowedTo = sent.connectors.filter((name) => !allowed || allowed.includes(name));
  return narrowedTo.length === 0 ? notForClients('connector') : { ...payment, narrowedTo };
}

export interface PermittedRequest {
  readonly payment: Payment;
  readonly fields: PaymentFields;
}

/**
 * A client's request reduced to the fields that a client may set. A merchant's field with the stored value is left out; with
 * another value the whole request is refused.
 */
export function permittedOfClient(payment: Payment, fields: PaymentFields): PermittedRequest | Refusal {
  const refused = firstForbidden(payment, fields);
  if (refused) return refused;
  const narrow = narrowed(payment, fields.straightThrough);
  if ('kind' in narrow) return narrow;
  const { details, ...rest } = fields;
  const permitted = Object.entries(rest).filter(([name]) => mayClientSet('payment', typed[name as keyof Fields].wire));
  const permittedDetails = Object.entries(details).filter(([name]) => mayClientSet('payment', name));
  return {
    payment: narrow,
    fields: {
      ...Object.fromEntries(permitted),
      details: withStoredUpdate(payment, Object.fromEntries(permittedDetails)),
    },
  };
}

/** The consent of a client does not drop the mandate that the merchant named for an update. */
function withStoredUpdate(payment: Payment, details: JsonObject): JsonObject {
  const [stored, sent] = [updatedMandateOf(payment), details['mandate_data']];
  if (stored === null || sent === undefined) return details;
  const data = typeof sent === 'object' && !Array.isArray(sent) ? sent : null;
  return { ...details, mandate_data: { ...data, update_mandate_id: stored } };
}

/** A client cannot change the shipping address of an authorized payment. */
export function checkShippingOfClient({ details }: Payment, shipping: JsonObject | null): Refusal | undefined {
  return shipping === null || isSame(shipping, details['shipping']) ? undefined : notForClients('shipping');
}
