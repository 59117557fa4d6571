import type { RefundFilters } from '@payorch/contracts';
import type { MinorUnits } from '@payorch/kernel';
import { minorUnitsFromJson } from '@payorch/kernel';
import type { RefundListRequest, TimeRange } from '@payorch/rest';

/** A refund's amount is positive: both bounds have that minimum. */
const amountOf = (amount: number | null | undefined): MinorUnits | null =>
  typeof amount === 'number' ? minorUnitsFromJson(Math.max(0, amount)) : null;

/** An empty list does not filter. */
const valuesOf = (values: readonly string[] | null | undefined): string[] | null =>
  values && values.length > 0 ? [...values] : null;

export const createdWithin = ({
  start_time,
  end_time,
}: Partial<TimeRange>): Pick<RefundFilters, 'createdFrom' | 'createdTo'> => ({
  createdFrom: start_time ?? null,
  createdTo: end_time ?? null,
});

/** Converts the request's filters to those of the message. */
export const toRefundFilters = (sent: RefundListRequest): RefundFilters => ({
  ...createdWithin(sent),
  paymentId: sent.payment_id ?? null,
  refundId: sent.refund_id ?? null,
  profileId: sent.profile_id ?? null,
  amountFrom: amountOf(sent.amount_filter?.start_amount),
  amountTo: amountOf(sent.amount_filter?.end_amount),
  connectors: valuesOf(sent.connector),
  merchantConnectorIds: valuesOf(sent.merchant_connector_id),
  currencies: valuesOf(sent.currency),
  statuses: valuesOf(sent.refund_status),
});
