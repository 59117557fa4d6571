import type { PaymentFilters } from '@payorch/contracts';
import { baseAccountSql } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { emailHash } from './intent-body';

/** The end of a statement that selects from `intents i`, and its parameters so far. */
export interface Selection {
  readonly sql: string;
  readonly values: readonly unknown[];
}

interface Filter {
  readonly value: (filters: PaymentFilters) => unknown;
  readonly type: 'text' | 'text[]' | 'bigint';
  readonly condition: (parameter: string) => string;
}

type Value = Filter['value'];

const oneOf = (value: Value, expression: string): Filter => ({
  value,
  type: 'text[]',
  condition: (parameter) => `${expression} = ANY(${parameter})`,
});
const equal = (value: Value, expression: string): Filter => ({
  value,
  type: 'text',
  condition: (parameter) => `${expression} = ${parameter}`,
});
const bound = (value: Value, comparison: string): Filter => ({
  value,
  type: 'bigint',
  condition: (parameter) => `${comparison} ${parameter}`,
});

/** Each has an index, so the statement names only the requested ones. */
const indexed: readonly Filter[] = [
  equal((filters) => filters.paymentId, 'i.payment_id'),
  equal((filters) => filters.customerId, 'i.customer_id'),
  equal((filters) => filters.profileId, 'i.profile_id'),
];

/** Rows that are older than the seals have it among the details. */
const orderReference = `coalesce(i.body->>'orderReference', i.body->'details'->>'merchant_order_reference_id')`;

const ofIntent: readonly Filter[] = [
  oneOf((filters) => filters.statuses, 'i.status'),
  oneOf((filters) => filters.currencies, 'i.currency'),
  oneOf((filters) => filters.authenticationTypes, `i.body->>'authenticationType'`),
  equal((filters) => filters.customerEmail, `i.body->>'emailHash'`),
  equal((filters) => filters.merchantOrderReferenceId, orderReference),
  bound((filters) => filters.amountFrom, 'i.amount >='),
  bound((filters) => filters.amountTo, 'i.amount <='),
];

export const paymentMethod = `a.body->'method'->>'paymentMethod'`;
export const paymentMethodType = `a.body->'method'->>'paymentMethodType'`;
/** As in the view: a card that was sent to a processor. */
const cardDiscovery = `CASE WHEN jsonb_typeof(a.body->'method'->'card') = 'object' AND a.state <> 'confirmation_awaited' THEN 'manual' END`;

const ofAttempt: readonly Filter[] = [
  oneOf((filters) => filters.connectors, 'a.connector'),
  oneOf((filters) => filters.merchantConnectorIds, baseAccountSql('a.merchant_connector_id')),
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
 * The statement's text depends only on its indexes and on whether it reads attempts: statements are cached by their text, so
 * one filter more must not make a new one.
 */
export function selectionOf(merchantId: MerchantId, requested: PaymentFilters): Selection {
  const { customerEmail } = requested;
  const filters = { ...requested, customerEmail: customerEmail && emailHash(merchantId, customerEmail) };
  const values: unknown[] = [merchantId, filters.createdFrom ?? '-infinity', filters.createdBefore ?? 'infinity'];
  const conditions = ['i.merchant_id = $1', 'i.created_at >= $2', 'i.created_at < $3'];
  const parameterOf = ({ value, type }: Filter): string => `$${values.push(value(filters))}::${type}`;
  const asGiven = (filter: Filter): string => {
    const parameter = parameterOf(filter);
    return `(${parameter} IS NULL OR ${filter.condition(parameter)})`;
  };
  const anyGiven = (group: readonly Filter[]): boolean => group.some(({ value }) => value(filters) !== null);
  for (const filter of indexed) {
    if (anyGiven([filter])) conditions.push(filter.condition(parameterOf(filter)));
  }
  if (anyGiven(ofIntent)) conditions.push(...ofIntent.map(asGiven));
  if (anyGiven(ofAttempt)) conditions.push(...ofAttempt.map(asGiven));
  const joined = anyGiven(ofAttempt) ? ` ${lastAttempt}` : '';
  return { sql: `FROM intents i${joined} WHERE ${conditions.join(' AND ')}`, values };
}
