import type { PaymentFilters } from '@payorch/contracts';
import { baseAccountSql } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { filtersBy, isRequested, type Selection, selectionOf, type Source } from '@payorch/platform/resources';
import type { RowSeals } from '@payorch/platform/sealing';
import { emailHash } from '../payment/intent-body';

const { equal, oneOf, bound } = filtersBy<PaymentFilters>();

const indexed = [
  equal((filters) => filters.paymentId, 'i.payment_id'),
  equal((filters) => filters.customerId, 'i.customer_id'),
  equal((filters) => filters.profileId, 'i.profile_id'),
];

/** Rows that are older than the seals have it among the details. */
const orderReference = `coalesce(i.body->>'orderReference', i.body->'details'->>'merchant_order_reference_id')`;

const ofIntent = [
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

const ofAttempt = [
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

/** Payments, with or without the attempts that they show. */
export const paymentsFrom = (join = ''): Source => ({ from: `intents i ${join}`, alias: 'i.', upTo: '<' });

/** The payments that match the filters; attempts are read only where a filter needs them. */
export function paymentsMatching(seals: RowSeals, merchantId: MerchantId, requested: PaymentFilters): Selection {
  const { customerEmail, createdFrom, createdBefore: createdTo } = requested;
  const filters = { ...requested, customerEmail: customerEmail && emailHash(seals, merchantId, customerEmail) };
  const source = paymentsFrom(isRequested(ofAttempt, filters) ? lastAttempt : '');
  return selectionOf(source, { merchantId, createdFrom, createdTo }, filters, {
    indexed,
    others: [ofIntent, ofAttempt],
  });
}
