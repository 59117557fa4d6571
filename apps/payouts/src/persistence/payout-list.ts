import type { DataOf, PayoutFilters, payoutList, PayoutStatus } from '@payorch/contracts';
import type { Sql, StoredRow } from '@payorch/platform/postgres';
import { columnsOf } from '@payorch/platform/postgres';
import {
  countByStatus,
  countRows,
  filtersBy,
  newestRows,
  occurringValues,
  overallOf,
  type OverallRange,
  type Selection,
  selectionOf,
  statusesOf,
} from '@payorch/platform/resources';
import type { RowSeals } from '@payorch/platform/sealing';
import type { Payout } from '../domain/payout';
import { statesShownAs, statusOf } from '../domain/payout.status';
import { payoutFromRow } from './payout.mapper';
import { PayoutRow } from './payout.rows';

const columns = columnsOf(PayoutRow).list;
const source = { from: 'payouts', upTo: '<=' } as const;

const { equal, oneOf, bound } = filtersBy<PayoutFilters>();
const filterGroups = {
  indexed: [
    equal((filters) => filters.payoutId, 'payout_id'),
    equal((filters) => filters.customerId, 'customer_id'),
    equal((filters) => filters.merchantOrderReferenceId, 'merchant_order_reference_id'),
  ],
  others: [
    [
      equal((filters) => filters.profileId, 'profile_id'),
      bound((filters) => filters.amountFrom, 'amount >='),
      bound((filters) => filters.amountTo, 'amount <='),
      oneOf((filters) => filters.connectors, 'connector'),
      oneOf((filters) => filters.currencies, 'currency'),
      oneOf((filters) => filters.statuses && statesShownAs(filters.statuses), 'state'),
      oneOf((filters) => filters.payoutTypes, 'payout_type'),
      oneOf((filters) => filters.entityTypes, 'entity_type'),
    ],
  ],
};

/** The rows after, or before, one payout in the list's order, which is the newest first. An unknown payout bounds nothing. */
function beside({ sql, values }: Selection, comparison: '<' | '>', payoutId: string | null): Selection {
  if (payoutId === null) return { sql, values };
  const at = `(SELECT p.created_at, p.payout_id FROM payouts p WHERE p.merchant_id = $1 AND p.payout_id = $${values.length + 1})`;
  return { sql: `${sql} AND (created_at, payout_id) ${comparison} ${at}`, values: [...values, payoutId] };
}

/** One page of the list, newest first, and the total count without the bounds of the page. */
export async function findPage(
  sql: Sql,
  seals: RowSeals,
  { merchantId, filters, startingAfter, endingBefore, limit, offset }: DataOf<typeof payoutList>,
): Promise<{ payouts: Payout[]; total: number }> {
  const selection = selectionOf(source, { merchantId, ...filters }, filters, filterGroups);
  const page = beside(beside(selection, '<', startingAfter), '>', endingBefore);
  const [rows, total] = await Promise.all([
    newestRows<StoredRow<PayoutRow>>(sql, page, { columns, id: 'payout_id' }, { limit, offset }),
    countRows(sql, selection),
  ]);
  return { payouts: rows.map((row) => payoutFromRow(seals, row)), total };
}

/** Counts by status of the interface; only statuses that occur. */
export const countByShown = (sql: Sql, range: OverallRange): Promise<Partial<Record<PayoutStatus, number>>> =>
  countByStatus(sql, overallOf(source, range), statusOf);

/** The values that occur, by the interface's name of the filter. */
export async function findFilterValues(
  sql: Sql,
  range: OverallRange,
): Promise<Readonly<Record<'connector' | 'currency' | 'status' | 'payout_method', readonly string[]>>> {
  const occurring = { connector: 'connector', currency: 'currency', states: 'state', payout_method: 'payout_type' };
  const { states, ...values } = await occurringValues(sql, occurring, overallOf(source, range));
  return { ...values, status: statusesOf(states, statusOf) };
}
