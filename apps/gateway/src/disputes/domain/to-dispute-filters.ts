import { type DisputeFilters, type Refusal, refuse } from '@payorch/contracts';
import type { DisputeId, MerchantConnectorId, PaymentId } from '@payorch/kernel';
import { Currency, type DisputeListQuery, DisputeStage, DisputeStatus } from '@payorch/rest';
import { connectorOptions, timeBounds, withoutPayouts } from '../../lists';

/** Ids in messages are no longer; a longer one, or an empty one, is the id of nothing. */
const longestId = 128;
const isId = (text: string | null | undefined): boolean =>
  typeof text !== 'string' || (text.length > 0 && text.length <= longestId);

const only = <Value extends string>(value: Value | null | undefined): Value[] | null =>
  typeof value === 'string' ? [value] : null;

/** The filters of a query; undefined: it names an id that nothing has. */
export function toDisputeFilters(query: DisputeListQuery): DisputeFilters | undefined {
  const { dispute_id, payment_id, merchant_connector_id } = query;
  if (![dispute_id, payment_id, merchant_connector_id].every(isId)) return undefined;
  const { from, before } = timeBounds(query, 'received_time');
  return {
    receivedFrom: from,
    receivedBefore: before,
    disputeId: (dispute_id as DisputeId | null | undefined) ?? null,
    paymentId: (payment_id as PaymentId | null | undefined) ?? null,
    profileIds: only(query.profile_id),
    statuses: only(query.dispute_status),
    stages: only(query.dispute_stage),
    reason: query.reason ?? null,
    connectors: only(query.connector),
    currencies: only(query.currency),
    merchantConnectorId: (merchant_connector_id as MerchantConnectorId | null | undefined) ?? null,
  };
}

/** The filters within the profile that the caller is limited to; a refusal where the request names another. */
export function withinProfile(filters: DisputeFilters, profileId: string | null): DisputeFilters | Refusal {
  if (profileId === null) return filters;
  const others = filters.profileIds?.filter((one) => one !== profileId) ?? [];
  return others.length === 0
    ? { ...filters, profileIds: [profileId] }
    : refuse('precondition_failed', {
        message: `Access not available for the given profile_id ${JSON.stringify(others)}`,
        path: 'profile_id',
      });
}

/** Every filter value for a merchant's disputes, whether such a dispute exists or not. */
export const filterOptions = (accounts: Parameters<typeof connectorOptions>[0]): object => ({
  connector: connectorOptions(withoutPayouts(accounts)),
  currency: Currency,
  dispute_status: DisputeStatus,
  dispute_stage: DisputeStage,
});
