import type { DataOf, RefundFilters, refundList } from '@payorch/contracts';
import { baseAccountSql } from '@payorch/contracts';
import type { MerchantId, PaymentId } from '@payorch/kernel';
import { statesOf } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import { columnsOf } from '@payorch/platform/postgres';
import type { Refund } from '../domain/refund';
import { refundMachine } from '../domain/refund.machine';
import { statusOf } from '../domain/refund.status';
import type { StoredRefund } from './refund.mapper';
import { refundFromRow } from './refund.mapper';
import { RefundRow } from './refund.rows';

const columns = columnsOf(RefundRow).list;

/** The states that the interface shows as one of these statuses. */
const statesShownAs = (statuses: readonly string[]): string[] =>
  statesOf(refundMachine).filter((state) => statuses.includes(statusOf({ state })));

interface Filter {
  readonly value: (filters: RefundFilters) => unknown;
  readonly type: 'text' | 'text[]' | 'bigint';
  readonly condition: (parameter: string) => string;
}

const equal = (value: Filter['value'], column: string): Filter => ({
  value,
  type: 'text',
  condition: (parameter) => `${column} = ${parameter}`,
});
const oneOf = (value: Filter['value'], column: string): Filter => ({
  value,
  type: 'text[]',
  condition: (parameter) => `${column} = ANY(${parameter})`,
});

/** An index serves each of these filters, so the statement includes only the requested ones. */
const indexed: readonly Filter[] = [
  equal((filters) => filters.paymentId, 'payment_id'),
  equal((filters) => filters.refundId, 'refund_id'),
];

const others: readonly Filter[] = [
  equal((filters) => filters.profileId, 'profile_id'),
  { value: (filters) => filters.amountFrom, type: 'bigint', condition: (parameter) => `amount >= ${parameter}` },
  { value: (filters) => filters.amountTo, type: 'bigint', condition: (parameter) => `amount <= ${parameter}` },
  oneOf((filters) => filters.connectors, 'connector'),
  oneOf((filters) => filters.merchantConnectorIds, baseAccountSql('merchant_connector_id')),
  oneOf((filters) => filters.currencies, 'currency'),
  oneOf((filters) => filters.statuses && statesShownAs(filters.statuses), 'state'),
];

/** PostgreSQL plans a statement per text: an optional filter changes the text only if an index serves the filter. */
function selectionOf(merchantId: MerchantId, filters: RefundFilters): { sql: string; values: unknown[] } {
  const values: unknown[] = [merchantId, filters.createdFrom ?? '-infinity', filters.createdTo ?? 'infinity'];
  const conditions = ['merchant_id = $1', 'created_at >= $2', 'created_at <= $3'];
  const parameter = ({ value, type }: Filter): string => `$${values.push(value(filters))}::${type}`;
  for (const filter of indexed) {
    if (filter.value(filters) !== null) conditions.push(filter.condition(parameter(filter)));
  }
  for (const filter of others) {
    const value = parameter(filter);
    conditions.push(`(${value} IS NULL OR ${filter.condition(value)})`);
  }
  return { sql: `FROM refunds WHERE ${conditions.join(' AND ')}`, values };
}

/** One page of the list, newest first, and the total count. */
export async function findPage(
  sql: Sql,
  { merchantId, filters, limit, offset }: DataOf<typeof refundList>,
): Promise<{ refunds: { paymentId: PaymentId; refund: Refund }[]; total: number }> {
  const { sql: selection, values } = selectionOf(merchantId, filters);
  const page = `LIMIT $${values.length + 1} OFFSET $${values.length + 2}`;
  const [rows, [counted]] = await Promise.all([
    sql.query<StoredRefund>(`SELECT ${columns} ${selection} ORDER BY created_at DESC, refund_id DESC ${page}`, [
      ...values,
      limit,
      offset,
    ]),
    sql.query<{ count: string }>(`SELECT count(*) ${selection}`, values),
  ]);
  return {
    refunds: rows.map((row) => ({ paymentId: row.payment_id as PaymentId, refund: refundFromRow(row) })),
    total: Number(counted?.count ?? 0),
  };
}

/** All refunds of a merchant, or of one of its profiles, within a time range. */
export interface ListScope {
  readonly merchantId: MerchantId;
  readonly profileId: string | null;
  readonly createdFrom: string | null;
  readonly createdTo: string | null;
}

const scopeSql = `FROM refunds WHERE merchant_id = $1 AND created_at >= $2 AND created_at <= $3
  AND ($4::text IS NULL OR profile_id = $4)`;

const scopeValues = ({ merchantId, profileId, createdFrom, createdTo }: ListScope): readonly unknown[] => [
  merchantId,
  createdFrom ?? '-infinity',
  createdTo ?? 'infinity',
  profileId,
];

/** Counts by status of the interface; only statuses that occur. */
export async function countByStatus(sql: Sql, scope: ListScope): Promise<Record<string, number>> {
  const rows = await sql.query<{ state: Refund['state']; count: string }>(
    `SELECT state, count(*) ${scopeSql} GROUP BY state`,
    scopeValues(scope),
  );
  const counts: Record<string, number> = {};
  for (const { state, count } of rows) counts[statusOf({ state })] = (counts[statusOf({ state })] ?? 0) + Number(count);
  return counts;
}

/** The values that occur, by the interface's name of the filter. */
export async function findFilterValues(
  sql: Sql,
  scope: ListScope,
): Promise<Readonly<Record<'connector' | 'currency' | 'refund_status', readonly string[]>>> {
  const [row] = await sql.query<{ connector: string[]; currency: string[]; states: Refund['state'][] }>(
    `SELECT coalesce(array_agg(DISTINCT connector), '{}') AS connector,
            coalesce(array_agg(DISTINCT currency), '{}') AS currency,
            coalesce(array_agg(DISTINCT state), '{}') AS states ${scopeSql}`,
    scopeValues(scope),
  );
  const { connector, currency, states } = row!;
  return { connector, currency, refund_status: [...new Set(states.map((state) => statusOf({ state })))] };
}
