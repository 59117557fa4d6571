import type { PaymentFilters, PaymentListPage, Refusal } from '@payorch/contracts';
import { joinRefusals, refuse } from '@payorch/contracts';
import { utcText } from '@payorch/kernel';
import type { PaymentListFilterConstraints, PaymentListQuery, TimeRange } from '@payorch/rest';
import { checkLimit, requestedValues } from '../../lists';

const everything: PaymentFilters = {
  createdFrom: null,
  createdBefore: null,
  paymentId: null,
  profileId: null,
  customerId: null,
  customerEmail: null,
  merchantOrderReferenceId: null,
  amountFrom: null,
  amountTo: null,
  statuses: null,
  currencies: null,
  authenticationTypes: null,
  connectors: null,
  merchantConnectorIds: null,
  paymentMethods: null,
  paymentMethodTypes: null,
  cardNetworks: null,
  cardDiscoveries: null,
};

type Moment = string | null | undefined;
type Created = Pick<PaymentFilters, 'createdFrom' | 'createdBefore'>;

const millisecond = 1;
/** Creation times have milliseconds: "after this moment" means "from the next millisecond on". */
const at = (moment: Moment, plusMs = 0): number[] => (moment ? [Date.parse(moment) + plusMs] : []);
const text = (time: number): string | null => (Number.isFinite(time) ? utcText(time) : null);

/** The intersection of all bounds. */
const between = (from: readonly number[], before: readonly number[]): Created => ({
  createdFrom: text(Math.max(...from)),
  createdBefore: text(Math.min(...before)),
});

/** Start and end are both included. */
export const createdIn = (...ranges: readonly (Partial<TimeRange> | null | undefined)[]): Created =>
  between(
    ranges.flatMap((range) => at(range?.start_time)),
    ranges.flatMap((range) => at(range?.end_time, millisecond)),
  );

/** The bounds of a list by its creation times. */
export type CreatedBounds = Pick<
  PaymentListQuery,
  'created' | `created_${'lt' | 'gt' | 'lte' | 'gte'}` | `created.${'lt' | 'gt' | 'lte' | 'gte'}`
>;

/** Reads the names of the published interface and those of the reference implementation. */
export const createdWithin = (query: CreatedBounds): Created =>
  between(
    [
      ...[query.created, query.created_gte, query['created.gte']].flatMap((moment) => at(moment)),
      ...[query.created_gt, query['created.gt']].flatMap((moment) => at(moment, millisecond)),
    ],
    [
      ...[query.created_lt, query['created.lt']].flatMap((moment) => at(moment)),
      ...[query.created, query.created_lte, query['created.lte']].flatMap((moment) => at(moment, millisecond)),
    ],
  );

export const filtersOfQuery = (query: PaymentListQuery): PaymentFilters => ({
  ...everything,
  ...createdWithin(query),
  customerId: query.customer_id ?? null,
});

export const filtersOfBody = (sent: PaymentListFilterConstraints): PaymentFilters => ({
  ...createdIn(sent, sent.time_range),
  paymentId: sent.payment_id ?? null,
  profileId: sent.profile_id ?? null,
  customerId: sent.customer_id ?? null,
  customerEmail: sent.customer_email ?? null,
  merchantOrderReferenceId: sent.merchant_order_reference_id ?? null,
  amountFrom: sent.amount_filter?.start_amount ?? null,
  amountTo: sent.amount_filter?.end_amount ?? null,
  statuses: requestedValues(sent.status),
  currencies: requestedValues(sent.currency),
  authenticationTypes: requestedValues(sent.authentication_type),
  connectors: requestedValues(sent.connector),
  merchantConnectorIds: requestedValues(sent.merchant_connector_id),
  paymentMethods: requestedValues(sent.payment_method),
  paymentMethodTypes: requestedValues(sent.payment_method_type),
  cardNetworks: requestedValues(sent.card_network),
  cardDiscoveries: requestedValues(sent.card_discovery),
});

const usual = 10;

/** Newest first; starts at the named payment, if any. */
export function pageOfQuery(query: PaymentListQuery): PaymentListPage | Refusal {
  const limit = query.limit ?? usual;
  const { starting_after: after, ending_before: before } = query;
  const message = 'starting_after and ending_before cannot be sent together';
  const refused = joinRefusals([
    checkLimit(limit, 100),
    after && before ? refuse('invalid_request', { message, path: 'ending_before' }) : undefined,
  ]);
  if (refused) return refused;
  const order = { on: 'created', by: 'desc' } as const;
  if (after) return { limit, order, from: { kind: 'after', paymentId: after } };
  if (before) return { limit, order, from: { kind: 'before', paymentId: before } };
  return { limit, order, from: { kind: 'offset', offset: 0 } };
}

export function pageOfBody(sent: PaymentListFilterConstraints): PaymentListPage | Refusal {
  const limit = sent.limit ?? usual;
  const refused = checkLimit(limit, 50);
  if (refused) return refused;
  const order = { on: sent.order?.on ?? 'created', by: sent.order?.by ?? 'desc' };
  return { limit, order, from: { kind: 'offset', offset: sent.offset ?? 0 } };
}
