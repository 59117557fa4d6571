import type { CustomerDetails, Json, JsonObject, PaymentFields, SealedCard, SealedData } from '@payorch/contracts';
import { digestOf, minorUnitsFromJson, type CustomerId, type MinorUnits, type ProfileId } from '@payorch/kernel';
import type { MandateData } from '@payorch/rest';
import { AddressDetails, BrowserInformation, MandateAmountData, OrderDetailsWithAmount, shapeOf } from '@payorch/rest';
import { withKeys } from '../../../fields';
import { outsideAuthenticationOf } from '../outside-authentication';
import { type PaymentRequest, customerIdOf, isPresent, otherMethodData } from '../payment-request';
import { tokenByNetworkOf } from '../recurring-data';
import { mandateTermsOf, recurringOf } from './recurring';
import { walletCardTypeOf } from './wallet-card-type';
import { shownMethodData } from './shown-method-data';
import { readStraightThrough } from './straight-through';

/**
 * Fields outside `details`: the message has its own field for them, they belong to the request alone, or they may not
 * be stored.
 */
const notDetails: ReadonlySet<string> = new Set([
  ...['payment_id', 'merchant_id', 'profile_id', 'client_secret', 'confirm', 'all_keys_required'],
  ...['amount', 'currency', 'shipping_cost', 'order_tax_amount', 'amount_to_capture', 'capture_method'],
  ...['authentication_type', 'customer_id', 'customer', 'name', 'email', 'phone', 'phone_country_code', 'return_url'],
  ...['setup_future_usage', 'payment_method', 'payment_method_type', 'payment_method_data', 'session_expiry'],
  ...['routing', 'connector', 'browser_info', 'card_cvc', 'recurring_details', 'mandate_id'],
  ...['merchant_connector_details', 'three_ds_data', 'ctp_service_details'],
  ...['payment_link', 'payment_link_config', 'payment_link_config_id'],
]);

const addressKeys = shapeOf(AddressDetails).fields;
const browserKeys = shapeOf(BrowserInformation).fields;
const orderKeys = shapeOf(OrderDetailsWithAmount).fields;

type Address = NonNullable<PaymentRequest['billing']>;

/** The interface shows every key of an address, also keys that the request lacks. */
export const wholeAddress = ({ address, phone, email }: Address): JsonObject => ({
  address: address ? (withKeys(addressKeys, { ...address }) as JsonObject) : null,
  phone: phone ? { number: phone.number ?? null, country_code: phone.country_code ?? null } : null,
  email: email ?? null,
});

const amountKeys = shapeOf(MandateAmountData).fields;

const wholeLimit = (limit: object | null | undefined): JsonObject | null =>
  limit ? (withKeys(amountKeys, { ...limit }) as JsonObject) : null;

const wholeMandate = ({ update_mandate_id, customer_acceptance, mandate_type: type }: MandateData): JsonObject => ({
  update_mandate_id: update_mandate_id ?? null,
  customer_acceptance: (customer_acceptance ?? null) as Json,
  mandate_type: type
    ? type.single_use
      ? { single_use: wholeLimit(type.single_use) }
      : { multi_use: wholeLimit(type.multi_use) }
    : null,
});

const shownDetails: Readonly<Record<string, (value: never) => unknown>> = {
  billing: wholeAddress,
  shipping: wholeAddress,
  mandate_data: wholeMandate,
  order_details: (items: readonly object[]) => items.map((item) => withKeys(orderKeys, { ...item })),
};

function detailsOf(sent: PaymentRequest): JsonObject {
  const details: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(sent)) {
    if (notDetails.has(name) || value === undefined) continue;
    const shown = shownDetails[name];
    details[name] = value === null || shown === undefined ? value : shown(value as never);
  }
  return details as JsonObject;
}

const customerFields = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  phone_country_code: 'phoneCountryCode',
} as const;

/** The customer's fields from either place of the request. */
function customerOf(sent: PaymentRequest): CustomerDetails | undefined {
  const customer: Record<string, Json> = {};
  const { tax_registration_id: taxId, document_details: document } = sent.customer ?? {};
  if (taxId !== undefined) customer['taxRegistrationId'] = taxId;
  if (document !== undefined) customer['documentDetails'] = document && { ...document };
  for (const [field, name] of Object.entries(customerFields) as [keyof typeof customerFields, string][]) {
    const places = [sent.customer?.[field], sent[field]];
    const value = places.find(isPresent) ?? (places.includes(null) ? null : undefined);
    if (value !== undefined) customer[name] = value;
  }
  return Object.keys(customer).length === 0 ? undefined : customer;
}

const units = (value: number | null): MinorUnits | null => (value === null ? null : minorUnitsFromJson(value));

/** A field of the message; absent where the request lacks it. */
const field = <K extends string, T, R>(name: K, value: T | undefined, convert: (value: T) => R): { [P in K]?: R } =>
  value === undefined ? {} : ({ [name]: convert(value) } as { [P in K]: R });

const asIs = <T>(value: T): T => value;

/** The surcharge is replaced as a whole: null removes it, and an object without a tax has none. */
const surchargePart = ({ surcharge_details: surcharge }: PaymentRequest, part: 'surcharge_amount' | 'tax_amount') =>
  surcharge === undefined ? undefined : (surcharge?.[part] ?? null);

/** An amount and a currency cannot be removed: null means not sent. */
const money = (sent: PaymentRequest) => ({
  ...(isPresent(sent.amount) && { amount: minorUnitsFromJson(sent.amount) }),
  ...(isPresent(sent.currency) && { currency: sent.currency }),
  ...field('shippingCost', sent.shipping_cost, units),
  ...field('orderTaxAmount', sent.order_tax_amount, units),
  ...field('surchargeAmount', surchargePart(sent, 'surcharge_amount'), units),
  ...field('surchargeTaxAmount', surchargePart(sent, 'tax_amount'), units),
  ...field('amountToCapture', sent.amount_to_capture, units),
});

/** The sealed payment method data. */
export interface SealedMethod {
  readonly card?: SealedCard;
  /** For payment methods other than card. */
  readonly data?: SealedData;
  /** Of a CVC that was sent for a saved card. */
  readonly cvcReference?: SealedCard['reference'];
}

/** `payment_method_data` as responses show it. A reward has no data, only its name. */
function shownData(sent: PaymentRequest): JsonObject | undefined {
  const billing = sent.payment_method_data?.billing;
  const other =
    sent.payment_method === 'reward'
      ? { key: 'reward', data: undefined }
      : (otherMethodData(sent) ?? tokenByNetworkOf(sent));
  if (!billing && !other) return undefined;
  return { ...(billing && { billing: wholeAddress(billing) }), ...(other && shownMethodData(other.key, other.data)) };
}

/** The id of the order that the customer approved at PayPal, as PayPal's SDK calls it. */
const orderTokenOf = ({ payment_method_data: data }: PaymentRequest): string | undefined =>
  data?.wallet?.paypal_sdk?.token;

/** The card or the token of a network transaction names the payment method by itself. */
const namesOf = (sent: PaymentRequest, card: SealedCard | undefined) => {
  const token = tokenByNetworkOf(sent);
  return {
    paymentMethod: sent.payment_method ?? (card ? 'card' : token?.paymentMethod),
    paymentMethodType: token ? token.paymentMethodType : sent.payment_method_type,
  };
};

const method = (sent: PaymentRequest, { card, data, cvcReference }: SealedMethod) => ({
  ...field('paymentMethod', namesOf(sent, card).paymentMethod, asIs),
  ...field('paymentMethodType', namesOf(sent, card).paymentMethodType, asIs),
  ...(card && { card }),
  ...(card && field('authentication', outsideAuthenticationOf(sent), asIs)),
  ...(data && { sealedMethodData: data }),
  ...(cvcReference && { cvcReference }),
  ...field('paymentMethodData', shownData(sent), asIs),
  ...field('orderDigest', orderTokenOf(sent), digestOf),
  ...field('walletCardType', walletCardTypeOf(sent.payment_method_data?.wallet), asIs),
});

/**
 * Converts the request to the fields of the message. The payment method data is sealed already: only data that may be
 * shown passes.
 */
export function toPaymentFields(sent: PaymentRequest, sealed: SealedMethod): PaymentFields {
  const customerId = customerIdOf(sent);
  const customer = customerOf(sent);
  const straightThrough = readStraightThrough(sent);
  const recurring = recurringOf(sent);
  return {
    ...(isPresent(sent.profile_id) && { profileId: sent.profile_id as ProfileId }),
    ...money(sent),
    ...field('captureMethod', sent.capture_method, asIs),
    ...field('authenticationType', sent.authentication_type, asIs),
    ...(customerId !== undefined && { customerId: customerId as CustomerId }),
    ...(customer && { customer }),
    ...field('returnUrl', sent.return_url, asIs),
    ...field('setupFutureUsage', sent.setup_future_usage, asIs),
    ...method(sent, sealed),
    ...field('sessionExpirySeconds', sent.session_expiry, asIs),
    ...(straightThrough && straightThrough.kind !== 'refused' && { straightThrough }),
    ...(recurring && { recurring }),
    ...(isPresent(sent.all_keys_required) && { allKeysRequired: sent.all_keys_required }),
    ...field('mandateTerms', sent.mandate_data, mandateTermsOf),
    ...field('browserInfo', sent.browser_info, (info) => info && (withKeys(browserKeys, { ...info }) as JsonObject)),
    details: detailsOf(sent),
  };
}
