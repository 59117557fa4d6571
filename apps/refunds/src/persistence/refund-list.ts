import type { DataOf, RefundFilters, RefundStatus, refundList } from '@payorch/contracts';
import { baseAccountSql } from '@payorch/contracts';
import type { PaymentId } from '@payorch/kernel';
import { statesOf } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import { columnsOf } from '@payorch/platform/postgres';
import {
  countByStatus,
  countRows,
  filtersBy,
  newestRows,
  occurringValues,
  overallOf,
  type OverallRange,
  selectionOf,
  statusesOf,
} from '@payorch/platform/resources';
import type { Refund } from '../domain/refund';
import { refundMachine } from '../domain/refund.machine';
import { statusOf } from '../domain/refund.status';
import type { StoredRefund } from './refund.mapper';
import { refundFromRow } from './refund.mapper';
import { RefundRow } from './refund.rows';

const columns = columnsOf(RefundRow).list;
const source = { from: 'refunds', upTo: '<=' } as const;

/** The states that the interface shows as one of these statuses. */
const statesShownAs = (statuses: readonly string[]): string[] =>
  statesOf(refundMachine).filter((state) => statuses.includes(statusOf({ state })));

const { equal, oneOf, bound } = filtersBy<RefundFilters>();
const filterGroups = {
  indexed: [equal((filters) => filters.paymentId, 'payment_id'), equal((filters) => filters.refundId, 'refund_id')],
  others: [
    [
      equal((filters) => filters.profileId, 'profile_id'),
      bound((filters) => filters.amountFrom, 'amount >='),
      bound((filters) => filters.amountTo, 'amount <='),
      oneOf((filters) => filters.connectors, 'connector'),
      oneOf((filters) => filters.merchantConnectorIds, baseAccountSql('merchant_connector_id')),
      oneOf((filters) => filters.currencies, 'currency'),
      oneOf((filters) => filters.statuses && statesShownAs(filters.statuses), 'state'),
    ],
  ],
};

/** One page of the list, newest first, and the total count. */
export async function findPage(
  sql: Sql,
  { merchantId, filters, limit, offset }: DataOf<typeof refundList>,
): Promise<{ refunds: { paymentId: PaymentId; refund: Refund }[]; total: number }> {
  const selection = selectionOf(source, { merchantId, ...filters }, filters, filterGroups);
  const [rows, total] = await Promise.all([
    newestRows<StoredRefund>(sql, selection, { columns, id: 'refund_id' }, { limit, offset }),
    countRows(sql, selection),
  ]);
  const refunds = rows.map((row) => ({ paymentId: row.payment_id as PaymentId, refund: refundFromRow(row) }));
  return { refunds, total };
}

/** Counts by status of the interface; only statuses that occur. */
export const countByShown = (sql: Sql, range: OverallRange): Promise<Partial<Record<RefundStatus, number>>> =>
  countByStatus(sql, overallOf(source, range), statusOf);

/** The values that occur, by the interface's name of the filter. */
export async function findFilterValues(
  sql: Sql,
  range: OverallRange,
): Promise<Readonly<Record<'connector' | 'currency' | 'refund_status', readonly string[]>>> {
  const occurring = { connector: 'connector', currency: 'currency', states: 'state' };
  const { states, ...values } = await occurringValues(sql, occurring, overallOf(source, range));
  return { ...values, refund_status: statusesOf(states, statusOf) };
}
