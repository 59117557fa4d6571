import type { Json, JsonObject, PaymentFields, Refusal } from '@payorch/contracts';
import { isClientReturnUrl, refuse } from '@payorch/contracts';
import { isSameValue } from '@payorch/kernel';
import type { Payment } from './payment';

/** What is bought, and where the goods, the invoice and the customer go: a client sets it only while the merchant has not. */
export type ClientValue = 'billing' | 'shipping' | 'return_url' | 'order_details';

const names: readonly ClientValue[] = ['billing', 'shipping', 'return_url', 'order_details'];

type Sent = Pick<PaymentFields, 'returnUrl' | 'details'>;

const valueIn = ({ returnUrl, details }: Sent | Payment, name: ClientValue): Json | undefined =>
  name === 'return_url' ? returnUrl : details[name];

/**
 * Whether the client has no say: the merchant set the value, or the payment has a link. The person with a link need not be the
 * customer, but pays with a card of its own: so its billing address stays its own where the merchant set none.
 */
export function isMerchants(payment: Payment, name: ClientValue): boolean {
  if (payment.link && name !== 'billing') return true;
  return (valueIn(payment, name) ?? null) !== null && !payment.setByClient?.includes(name);
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a client repeats nothing but stored values: all of them or some, where null says nothing. */
function repeats(sent: Json | undefined, stored: Json | undefined): boolean {
  if ((sent ?? null) === null) return true;
  if (isObject(sent))
    return isObject(stored) && Object.entries(sent).every(([key, value]) => repeats(value, stored[key]));
  return isSameValue(sent, stored);
}

/** With a link the whole value counts: a stranger would guess the customer's address part by part. */
const saysNothingNew = ({ link }: Payment, sent: Json | undefined, stored: Json | undefined): boolean =>
  link && (sent ?? null) !== null ? isSameValue(sent, stored) : repeats(sent, stored);

function refuseValue(payment: Payment, sent: Sent, name: ClientValue): Refusal | undefined {
  const value = valueIn(sent, name);
  if (isMerchants(payment, name))
    return saysNothingNew(payment, value, valueIn(payment, name))
      ? undefined
      : refuse('not_for_clients', { field: name });
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
  const stays = (name: ClientValue): boolean => !isMerchants(payment, name);
  const { returnUrl, ...rest } = fields;
  const details = Object.entries(fields.details).filter(([name]) => !isClientValue(name) || stays(name));
  return {
    ...rest,
    ...(returnUrl !== undefined && stays('return_url') && { returnUrl }),
    details: Object.fromEntries(details),
  } as Fields;
}

const isClientValue = (name: string): name is ClientValue => (names as readonly string[]).includes(name);

const sentNames = (sent: Sent): readonly ClientValue[] => names.filter((name) => valueIn(sent, name) !== undefined);

/** The payment with its record of who set the values that the caller sends: the last one counts. */
export function setBy(payment: Payment, caller: 'merchant' | 'client', sent: Sent): Payment {
  const { setByClient = [], ...rest } = payment;
  const sentNow = sentNames(sent);
  const others = setByClient.filter((name) => !sentNow.includes(name));
  const now = caller === 'client' ? [...others, ...sentNow] : others;
  return now.length === 0 ? rest : { ...rest, setByClient: now };
}
