import type { PaymentFilters } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';

/** Which payments are meant: the end of a statement that selects from `intents i`, and its parameters so far. */
export interface Selection {
  readonly sql: string;
  readonly values: readonly unknown[];
}

interface Filter {
  readonly value: (filters: PaymentFilters) => unknown;
  readonly type: 'text' | 'text[]' | 'bigint';
  readonly holds: (parameter: string) => string;
}

type Value = Filter['value'];

const oneOf = (value: Value, expression: string): Filter => ({
  value,
  type: 'text[]',
  holds: (parameter) => `${expression} = ANY(${parameter})`,
});
const equal = (value: Value, expression: string): Filter => ({
  value,
  type: 'text',
  holds: (parameter) => `${expression} = ${parameter}`,
});
const bound = (value: Value, comparison: string): Filter => ({
  value,
  type: 'bigint',
  holds: (parameter) => `${comparison} ${parameter}`,
});

/** Each is backed by an index, so the statement names only those that are asked for. */
const indexed: readonly Filter[] = [
  equal((filters) => filters.paymentId, 'i.payment_id'),
  equal((filters) => filters.customerId, 'i.customer_id'),
  equal((filters) => filters.profileId, 'i.profile_id'),
];

const ofIntent: readonly Filter[] = [
  oneOf((filters) => filters.statuses, 'i.status'),
  oneOf((filters) => filters.currencies, 'i.currency'),
  oneOf((filters) => filters.authenticationTypes, `i.body->>'authenticationType'`),
  equal((filters) => filters.customerEmail, `i.body->'customer'->>'email'`),
  equal((filters) => filters.merchantOrderReferenceId, `i.body->'details'->>'merchant_order_reference_id'`),
  bound((filters) => filters.amountFrom, 'i.amount >='),
  bound((filters) => filters.amountTo, 'i.amount <='),
];

export const paymentMethod = `a.body->'method'->>'paymentMethod'`;
export const paymentMethodType = `a.body->'method'->>'paymentMethodType'`;
/** As the view has it: a card that was given and tried. */
const cardDiscovery = `CASE WHEN jsonb_typeof(a.body->'method'->'card') = 'object' AND a.state <> 'confirmation_awaited' THEN 'manual' END`;

const ofAttempt: readonly Filter[] = [
  oneOf((filters) => filters.connectors, 'a.connector'),
  oneOf((filters) => filters.merchantConnectorIds, 'a.merchant_connector_id'),
  oneOf((filters) => filters.paymentMethods, paymentMethod),
  oneOf((filters) => filters.paymentMethodTypes, paymentMethodType),
  oneOf((filters) => filters.cardNetworks, `a.body->'method'->'card'->>'network'`),
  oneOf((filters) => filters.cardDiscoveries, cardDiscovery),
];

/** The attempt that a payment shows: its last. */
export const lastAttempt = `JOIN LATERAL (
  SELECT * FROM attempts WHERE merchant_id = i.merchant_id AND payment_id = i.payment_id ORDER BY number DESC LIMIT 1
) a ON true`;

/**
 * The statement's text depends only on which indexes it uses and on whether attempts are looked at: statements are kept
 * by their text, so a filter more or less must not make a new one.
 */
export function selectionOf(merchantId: MerchantId, filters: PaymentFilters): Selection {
  const values: unknown[] = [merchantId, filters.createdFrom ?? '-infinity', filters.createdBefore ?? 'infinity'];
  const conditions = ['i.merchant_id = $1', 'i.created_at >= $2', 'i.created_at < $3'];
  const parameterOf = ({ value, type }: Filter): string => `$${values.push(value(filters))}::${type}`;
  const asGiven = (filter: Filter): string => {
    const parameter = parameterOf(filter);
    return `(${parameter} IS NULL OR ${filter.holds(parameter)})`;
  };
  const anyGiven = (group: readonly Filter[]): boolean => group.some(({ value }) => value(filters) !== null);
  for (const filter of indexed) {
    if (anyGiven([filter])) conditions.push(filter.holds(parameterOf(filter)));
  }
  if (anyGiven(ofIntent)) conditions.push(...ofIntent.map(asGiven));
  if (anyGiven(ofAttempt)) conditions.push(...ofAttempt.map(asGiven));
  const joined = anyGiven(ofAttempt) ? ` ${lastAttempt}` : '';
  return { sql: `FROM intents i${joined} WHERE ${conditions.join(' AND ')}`, values };
}
