import { isRefusal, type Refusal, refuse } from '@payorch/contracts';
import { isCurrency } from '@payorch/kernel';

/** A processor's reference of a payment method, as a request names it. */
export interface NamedReference {
  readonly merchantConnectorId: string;
  /** Null: the processor has no reference, and charges the card by the card network's id at this account. */
  readonly mandateReference: string | null;
  readonly customerReference: string | null;
  readonly original?: { readonly amount: number; readonly currency: string };
}

const place = 'connector_mandate_details';
const fields: ReadonlySet<string> = new Set([
  ...['connector_mandate_id', 'connector_customer_id', 'payment_method_type'],
  ...['original_payment_authorized_amount', 'original_payment_authorized_currency'],
]);
/** Longer than any reference of a processor. */
const longest = 255;

const wrong = (name: string, expected: string): Refusal =>
  refuse('invalid_format', { field: `${place}.${name}`, expected });

const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined;

function textOf(name: string, value: unknown): string | null | Refusal {
  if (isAbsent(value)) return null;
  if (typeof value !== 'string' || value === '' || value.length > longest)
    return wrong(name, `a string of 1 to ${longest} characters`);
  return value;
}

function originalOf(amount: unknown, currency: unknown): NamedReference['original'] | Refusal {
  if (isAbsent(amount) && isAbsent(currency)) return undefined;
  if (!Number.isSafeInteger(amount) || (amount as number) < 0)
    return wrong('original_payment_authorized_amount', 'an amount in minor units');
  if (!isCurrency(currency)) return wrong('original_payment_authorized_currency', 'a currency');
  return { amount: amount as number, currency };
}

function referenceOf(merchantConnectorId: string, sent: unknown): NamedReference | Refusal {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return wrong(merchantConnectorId, 'an object');
  const details = new Map(Object.entries(sent));
  const unknown = [...details.keys()].find((name) => !fields.has(name));
  if (unknown !== undefined) return refuse('not_implemented', { message: `${place}.${unknown} is not implemented` });
  const mandateReference = textOf('connector_mandate_id', details.get('connector_mandate_id'));
  if (isRefusal(mandateReference)) return mandateReference;
  const customerReference = textOf('connector_customer_id', details.get('connector_customer_id'));
  if (isRefusal(customerReference)) return customerReference;
  const original = originalOf(
    details.get('original_payment_authorized_amount'),
    details.get('original_payment_authorized_currency'),
  );
  if (isRefusal(original)) return original;
  return { merchantConnectorId, mandateReference, customerReference, ...(original && { original }) };
}

/** The references of `connector_mandate_details`, in the order of their accounts' ids. */
export function namedReferences(
  sent: Readonly<Record<string, unknown>> | null | undefined,
): NamedReference[] | Refusal {
  const found: NamedReference[] = [];
  for (const [id, details] of Object.entries(sent ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const reference = referenceOf(id, details);
    if (isRefusal(reference)) return reference;
    found.push(reference);
  }
  return found;
}
