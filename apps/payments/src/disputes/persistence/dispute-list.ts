import type { DataOf, disputeAggregate, DisputeFilters, disputeList } from '@payorch/contracts';
import { baseAccountSql } from '@payorch/contracts';
import type { Sql, StoredRow } from '@payorch/platform/postgres';
import { columnsOf } from '@payorch/platform/postgres';
import { countBy, filtersBy, newestRows, overallOf, selectionOf } from '@payorch/platform/resources';
import type { Dispute } from '../domain/dispute';
import { disputeFromRow } from './dispute.mapper';
import { DisputeRow } from './dispute.rows';

const columns = columnsOf(DisputeRow).list;
const source = { from: 'disputes', upTo: '<' } as const;

const { equal, oneOf } = filtersBy<DisputeFilters>();
const filterGroups = {
  indexed: [equal((filters) => filters.paymentId, 'payment_id'), equal((filters) => filters.disputeId, 'dispute_id')],
  others: [
    [
      oneOf((filters) => filters.profileIds, 'profile_id'),
      oneOf((filters) => filters.statuses, 'status'),
      oneOf((filters) => filters.stages, 'stage'),
      oneOf((filters) => filters.connectors, 'connector'),
      oneOf((filters) => filters.currencies, 'currency'),
      equal((filters) => filters.reason, 'reason'),
      equal((filters) => filters.merchantConnectorId, baseAccountSql('merchant_connector_id')),
    ],
  ],
};

/** The newest first. */
export async function findDisputes(
  sql: Sql,
  { merchantId, filters, limit, offset }: DataOf<typeof disputeList>,
): Promise<Dispute[]> {
  const range = { merchantId, createdFrom: filters.receivedFrom, createdTo: filters.receivedBefore };
  const selection = selectionOf(source, range, filters, filterGroups);
  const page = { limit, offset };
  return (await newestRows<StoredRow<DisputeRow>>(sql, selection, { columns, id: 'dispute_id' }, page)).map(
    disputeFromRow,
  );
}

/** Counts by status; only statuses that occur. */
export const countDisputes = (
  sql: Sql,
  { merchantId, profileId, receivedFrom: createdFrom, receivedBefore: createdTo }: DataOf<typeof disputeAggregate>,
): Promise<Readonly<Record<string, number>>> =>
  countBy(sql, 'status', overallOf(source, { merchantId, profileId, createdFrom, createdTo }));
