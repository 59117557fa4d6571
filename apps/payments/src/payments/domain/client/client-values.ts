import type { CustomerDetails, Json, PaymentFields, Refusal } from '@payorch/contracts';
import { isClientReturnUrl, refuse } from '@payorch/contracts';
import { isSameValue } from '@payorch/kernel';
import { type ClientValue, type CustomerValue, names, ofCustomer, ofDelivery } from './client-value-names';
import type { Payment } from '../payment';
import { objectOf } from '../terms/json-values';

const customerKeys = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  phone_country_code: 'phoneCountryCode',
  tax_registration_id: 'taxRegistrationId',
  document_details: 'documentDetails',
} as const satisfies Record<CustomerValue, keyof CustomerDetails>;

/** The field of a request that has the value. */
const fieldOf = (name: ClientValue): string =>
  name === 'tax_registration_id' || name === 'document_details' ? 'customer' : name;

type Sent = Pick<PaymentFields, 'returnUrl' | 'details' | 'customer' | 'mandateTerms'>;

const isOneOf = <Name extends ClientValue>(list: readonly Name[], name: ClientValue): name is Name =>
  (list as readonly ClientValue[]).includes(name);

function valueIn({ returnUrl, details, customer, mandateTerms }: Sent | Payment, name: ClientValue): unknown {
  if (name === 'return_url') return returnUrl;
  if (name === 'mandate_data') return mandateTerms;
  return isOneOf(ofCustomer, name) ? customer?.[customerKeys[name]] : details[name];
}

/**
 * Whether the client has no say: the merchant set the value, or the payment has a link. The person with a link need not be the
 * customer, but pays with a card of its own: so its billing address and name stay its own where the merchant set none.
 */
export function isMerchants(payment: Payment, name: ClientValue): boolean {
  if (payment.link && isOneOf(ofDelivery, name)) return true;
  return (valueIn(payment, name) ?? null) !== null && !payment.setByClient?.includes(name);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a client repeats nothing but stored values: all of them or some, where null says nothing. */
function repeats(sent: unknown, stored: unknown): boolean {
  if ((sent ?? null) === null) return true;
  if (isObject(sent))
    return isObject(stored) && Object.entries(sent).every(([key, value]) => repeats(value, stored[key]));
  return isSameValue(sent, stored);
}

/** With a link the whole value counts: a stranger would guess the customer's address part by part. */
const saysNothingNew = ({ link }: Payment, sent: unknown, stored: unknown): boolean =>
  link && (sent ?? null) !== null ? isSameValue(sent, stored) : repeats(sent, stored);

function refuseValue(payment: Payment, sent: Sent, name: ClientValue): Refusal | undefined {
  const value = valueIn(sent, name);
  if (isMerchants(payment, name))
    return saysNothingNew(payment, value, valueIn(payment, name))
      ? undefined
      : refuse('not_for_clients', { field: fieldOf(name) });
  if (name !== 'return_url' || typeof value !== 'string' || isClientReturnUrl(value)) return undefined;
  return refuse('return_url_not_for_clients', { field: name });
}

/** The first value of a client's request that is the merchant's, or that the client may not choose. */
export function refuseValues(payment: Payment, sent: Sent): Refusal | undefined {
  for (const name of names) {
    const refused = refuseValue(payment, sent, name);
    if (refused) return refused;
  }
  return undefined;
}

/** The request without the values that stay the merchant's: repeated ones have no effect. */
export function withoutMerchants<Fields extends Sent>(payment: Payment, fields: Fields): Fields {
  const fixed = names.filter((name) => isMerchants(payment, name));
  const { returnUrl, mandateTerms, customer, ...rest } = fields;
  const details = Object.entries(fields.details).filter(([name]) => isOpen(fixed, name));
  return {
    ...rest,
    ...(returnUrl !== undefined && !fixed.includes('return_url') && { returnUrl }),
    ...(mandateTerms !== undefined && !fixed.includes('mandate_data') && { mandateTerms }),
    ...(customer && { customer: withoutNames(customer, fixed) }),
    details: Object.fromEntries(details.map(([name, value]) => [name, withTerms(payment, fixed, name, value)])),
  } as unknown as Fields;
}

/** `mandate_data` has the client's consent beside the terms. */
const isOpen = (fixed: readonly ClientValue[], name: string): boolean =>
  name === 'mandate_data' || !(fixed as readonly string[]).includes(name);

/** The consent of a client does not drop the terms of the mandate that the merchant set. */
function withTerms({ details }: Payment, fixed: readonly ClientValue[], name: string, value: Json): Json {
  const stored = objectOf(details['mandate_data']);
  if (name !== 'mandate_data' || !fixed.includes(name) || !stored) return value;
  return { ...objectOf(value), mandate_type: stored['mandate_type'] ?? null };
}

function withoutNames(customer: CustomerDetails, dropped: readonly ClientValue[]): CustomerDetails {
  const keys: readonly string[] = ofCustomer.filter((name) => dropped.includes(name)).map((name) => customerKeys[name]);
  return Object.fromEntries(Object.entries(customer).filter(([key]) => !keys.includes(key)));
}

const sentNames = (sent: Sent): readonly ClientValue[] => names.filter((name) => valueIn(sent, name) !== undefined);

/** Null sets nothing: a value that the customer's record fills in afterwards is the merchant's. */
const setNames = (sent: Sent): readonly ClientValue[] => names.filter((name) => (valueIn(sent, name) ?? null) !== null);

/** The payment with its record of who set the values that the caller sends: the last one counts. */
export function setBy(
  payment: Payment,
  caller: 'merchant' | 'client',
  sent: Sent & Pick<PaymentFields, 'customerId'>,
): Payment {
  const { setByClient = [], ...rest } = caller === 'client' ? payment : withNamedCustomer(payment, sent);
  const sentNow = sentNames(sent);
  const others = setByClient.filter((name) => !sentNow.includes(name));
  const now = caller === 'client' ? [...others, ...setNames(sent)] : others;
  return now.length === 0 ? rest : { ...rest, setByClient: now };
}

/** What a client said of a guest does not count for the customer whom the merchant names afterwards. */
function withNamedCustomer(payment: Payment, { customerId }: Pick<PaymentFields, 'customerId'>): Payment {
  const { customer, setByClient = [] } = payment;
  const said: readonly ClientValue[] = setByClient.filter((name) => isOneOf(ofCustomer, name));
  if (!customer || said.length === 0 || (customerId ?? payment.customerId) === payment.customerId) return payment;
  return {
    ...payment,
    customer: withoutNames(customer, said),
    setByClient: setByClient.filter((name) => !said.includes(name)),
  };
}
