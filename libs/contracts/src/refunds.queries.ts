import { z } from 'zod';
import { defineMessage } from './define-message';
import { merchantId, minorUnitsWire, refundId, timestamp } from './parts';
import { topics } from './topics';

const query = { topic: topics.refundsQueries.name, version: 1, kind: 'query', key: () => null } as const;
const words = z.array(z.string()).nullable();
/** Both ends belong to it; null: without that bound. */
const createdWithin = { createdFrom: timestamp.nullable(), createdTo: timestamp.nullable() };

export const refundGet = defineMessage({ ...query, type: 'refund.get', data: z.object({ merchantId, refundId }) });

/** What a list of refunds is narrowed to; null: by nothing. Words are those of the wire. */
export const refundFilters = z.object({
  ...createdWithin,
  paymentId: z.string().nullable(),
  refundId: z.string().nullable(),
  profileId: z.string().nullable(),
  amountFrom: minorUnitsWire.nullable(),
  amountTo: minorUnitsWire.nullable(),
  connectors: words,
  merchantConnectorIds: words,
  currencies: words,
  statuses: words,
});
export type RefundFilters = z.infer<typeof refundFilters>;

/** Newest first. Answered as the wire's `{count, total_count, data}`. */
export const refundList = defineMessage({
  ...query,
  type: 'refund.list',
  data: z.object({
    merchantId,
    filters: refundFilters,
    limit: z.int().min(1).max(100),
    offset: z.int().min(0),
  }),
});

const overall = z.object({ merchantId, profileId: z.string().nullable(), ...createdWithin });

/** How many refunds there are in each status. */
export const refundStatusCounts = defineMessage({ ...query, type: 'refund.status_counts', data: overall });

/** The values that a list could be narrowed to: those that occur. */
export const refundFilterValues = defineMessage({ ...query, type: 'refund.filter_values', data: overall });
