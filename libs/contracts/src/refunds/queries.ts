import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import { merchantId, minorUnitsWire, refundId, timestamp } from '@payorch/values';
import { topics } from '../messages/topics';

const query = { topic: topics.refundsQueries.name, version: 1, kind: 'query', key: () => null } as const;
const wireValues = z.array(z.string()).nullable();
/** Both bounds are inclusive; null: no bound. */
const createdWithin = { createdFrom: timestamp.nullable(), createdTo: timestamp.nullable() };

/** Reads a refund. Reply: the refund in the form of the interface. */
export const refundGet = defineMessage({ ...query, type: 'refund.get', data: z.object({ merchantId, refundId }) });

/** Filters of a refund list; null: no filter. Values are those of the interface. */
export const refundFilters = z.object({
  ...createdWithin,
  paymentId: z.string().nullable(),
  refundId: z.string().nullable(),
  profileId: z.string().nullable(),
  amountFrom: minorUnitsWire.nullable(),
  amountTo: minorUnitsWire.nullable(),
  connectors: wireValues,
  merchantConnectorIds: wireValues,
  currencies: wireValues,
  statuses: wireValues,
});
export type RefundFilters = z.infer<typeof refundFilters>;

/** Lists refunds, newest first. Reply in the form of the interface: `{count, total_count, data}`. */
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

/** Counts refunds by status. */
export const refundStatusCounts = defineMessage({ ...query, type: 'refund.status_counts', data: overall });

/** Asks for the values that occur and can be used as filters of a list. */
export const refundFilterValues = defineMessage({ ...query, type: 'refund.filter_values', data: overall });
