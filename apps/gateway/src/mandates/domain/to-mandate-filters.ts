import type { MandateFilters } from '@payorch/contracts';
import type { MandateListQuery } from '@payorch/rest';
import { timeBounds } from '../../lists';

type Filters = Omit<MandateFilters, 'customerId' | 'profileId'>;

/** The intersection of all bounds; without any, everything. */
export function filtersOf(query: MandateListQuery): Filters {
  const { from, before } = timeBounds(query, 'created_time');
  return {
    createdFrom: from,
    createdBefore: before,
    status: query.mandate_status ?? null,
    connector: query.connector ?? null,
  };
}
