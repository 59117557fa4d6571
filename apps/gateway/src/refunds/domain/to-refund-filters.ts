import type { RefundFilters } from '@payorch/contracts';
import type { MinorUnits } from '@payorch/kernel';
import { minorUnitsFromJson } from '@payorch/kernel';
import type { RefundListRequest } from '@payorch/rest';
import { createdWithin, requestedValues } from '../../lists';

/** A refund's amount is positive: both bounds have that minimum. */
const amountOf = (amount: number | null | undefined): MinorUnits | null =>
  typeof amount === 'number' ? minorUnitsFromJson(Math.max(0, amount)) : null;

/** Converts the request's filters to those of the message. */
export const toRefundFilters = (sent: RefundListRequest): RefundFilters => ({
  ...createdWithin(sent),
  paymentId: sent.payment_id ?? null,
  refundId: sent.refund_id ?? null,
  profileId: sent.profile_id ?? null,
  amountFrom: amountOf(sent.amount_filter?.start_amount),
  amountTo: amountOf(sent.amount_filter?.end_amount),
  connectors: requestedValues(sent.connector),
  merchantConnectorIds: requestedValues(sent.merchant_connector_id),
  currencies: requestedValues(sent.currency),
  statuses: requestedValues(sent.refund_status),
});
