import { joinRefusals, type Refusal, refuse } from '@payorch/contracts';
import { isCurrency } from '@payorch/kernel';
import { unknownField } from '../../domain/unknown-field';

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

type Details = Readonly<Record<string, unknown>>;

function checkText(name: string, value: unknown): Refusal | undefined {
  if (isAbsent(value)) return undefined;
  return typeof value !== 'string' || value === '' || value.length > longest
    ? wrong(name, `a string of 1 to ${longest} characters`)
    : undefined;
}

function checkOriginal(amount: unknown, currency: unknown): Refusal | undefined {
  if (isAbsent(amount) && isAbsent(currency)) return undefined;
  const isAmount = typeof amount === 'number' && Number.isSafeInteger(amount) && amount >= 0;
  return joinRefusals([
    isAmount ? undefined : wrong('original_payment_authorized_amount', 'an amount in minor units'),
    isCurrency(currency) ? undefined : wrong('original_payment_authorized_currency', 'a currency'),
  ]);
}

const isDetails = (sent: unknown): sent is Details => typeof sent === 'object' && sent !== null && !Array.isArray(sent);

function checkReference(merchantConnectorId: string, sent: unknown): Refusal | undefined {
  if (!isDetails(sent)) return wrong(merchantConnectorId, 'an object');
  const unknown = Object.keys(sent).filter((name) => !fields.has(name));
  return joinRefusals([
    ...unknown.map((name) => unknownField(place, name)),
    checkText('connector_mandate_id', sent['connector_mandate_id']),
    checkText('connector_customer_id', sent['connector_customer_id']),
    checkOriginal(sent['original_payment_authorized_amount'], sent['original_payment_authorized_currency']),
  ]);
}

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Of checked details. */
function referenceOf(merchantConnectorId: string, sent: unknown): NamedReference {
  const details = isDetails(sent) ? sent : {};
  const { original_payment_authorized_amount: amount, original_payment_authorized_currency: currency } = details;
  return {
    merchantConnectorId,
    mandateReference: textIn(details['connector_mandate_id']),
    customerReference: textIn(details['connector_customer_id']),
    ...(typeof amount === 'number' && isCurrency(currency) && { original: { amount, currency } }),
  };
}

/** The references of `connector_mandate_details`, in the order of their accounts' ids. */
export function namedReferences(sent: Details | null | undefined): NamedReference[] | Refusal {
  const named = Object.entries(sent ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const refused = joinRefusals(named.map(([id, details]) => checkReference(id, details)));
  return refused ?? named.map(([id, details]) => referenceOf(id, details));
}
