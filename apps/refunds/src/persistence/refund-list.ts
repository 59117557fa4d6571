import type { DataOf, RefundFilters, refundList } from '@payorch/contracts';
import type { MerchantId, PaymentId } from '@payorch/kernel';
import { statesOf } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import type { Refund } from '../domain/refund';
import { refundMachine } from '../domain/refund.machine';
import { statusOf } from '../domain/refund.status';
import type { StoredRefund } from './refund.mapper';
import { refundFromRow } from './refund.mapper';

/** The states that the interface calls by one of these names. */
const statesShownAs = (statuses: readonly string[]): string[] =>
  statesOf(refundMachine).filter((state) => statuses.includes(statusOf({ state })));

interface Filter {
  readonly value: (filters: RefundFilters) => unknown;
  readonly type: 'text' | 'text[]' | 'bigint';
  readonly holds: (parameter: string) => string;
}

const equal = (value: Filter['value'], column: string): Filter => ({
  value,
  type: 'text',
  holds: (parameter) => `${column} = ${parameter}`,
});
const oneOf = (value: Filter['value'], column: string): Filter => ({
  value,
  type: 'text[]',
  holds: (parameter) => `${column} = ANY(${parameter})`,
});

/** Each is backed by an index, so the statement names only those that are asked for. */
const indexed: readonly Filter[] = [
  equal((filters) => filters.paymentId, 'payment_id'),
  equal((filters) => filters.refundId, 'refund_id'),
];

const others: readonly Filter[] = [
  equal((filters) => filters.profileId, 'profile_id'),
  { value: (filters) => filters.amountFrom, type: 'bigint', holds: (parameter) => `amount >= ${parameter}` },
  { value: (filters) => filters.amountTo, type: 'bigint', holds: (parameter) => `amount <= ${parameter}` },
  oneOf((filters) => filters.connectors, 'connector'),
  oneOf((filters) => filters.merchantConnectorIds, 'merchant_connector_id'),
  oneOf((filters) => filters.currencies, 'currency'),
  oneOf((filters) => filters.statuses && statesShownAs(filters.statuses), 'state'),
];

/** Statements are kept by their text: a filter more or less must not make a new one, unless an index serves it. */
function selectionOf(merchantId: MerchantId, filters: RefundFilters): { sql: string; values: unknown[] } {
  const values: unknown[] = [merchantId, filters.createdFrom ?? '-infinity', filters.createdTo ?? 'infinity'];
  const conditions = ['merchant_id = $1', 'created_at >= $2', 'created_at <= $3'];
  const parameter = ({ value, type }: Filter): string => `$${values.push(value(filters))}::${type}`;
  for (const filter of indexed) {
    if (filter.value(filters) !== null) conditions.push(filter.holds(parameter(filter)));
  }
  for (const filter of others) {
    const given = parameter(filter);
    conditions.push(`(${given} IS NULL OR ${filter.holds(given)})`);
  }
  return { sql: `FROM refunds WHERE ${conditions.join(' AND ')}`, values };
}

/** A part of the list, newest first, and how long the list is in all. */
export async function findPage(
  sql: Sql,
  { merchantId, filters, limit, offset }: DataOf<typeof refundList>,
): Promise<{ refunds: { paymentId: PaymentId; refund: Refund }[]; total: number }> {
  const { sql: selection, values } = selectionOf(merchantId, filters);
  const place = `LIMIT $${values.length + 1} OFFSET $${values.length + 2}`;
  const [rows, [counted]] = await Promise.all([
    sql.query<StoredRefund>(`SELECT * ${selection} ORDER BY created_at DESC, refund_id DESC ${place}`, [
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

/** All refunds of a merchant, or of one of its profiles, within a time. */
export interface Overall {
  readonly merchantId: MerchantId;
  readonly profileId: string | null;
  readonly createdFrom: string | null;
  readonly createdTo: string | null;
}

const overallSql = `FROM refunds WHERE merchant_id = $1 AND created_at >= $2 AND created_at <= $3
  AND ($4::text IS NULL OR profile_id = $4)`;

const overallValues = ({ merchantId, profileId, createdFrom, createdTo }: Overall): readonly unknown[] => [
  merchantId,
  createdFrom ?? '-infinity',
  createdTo ?? 'infinity',
  profileId,
];

/** By the interface's names; only those that occur. */
export async function countByStatus(sql: Sql, overall: Overall): Promise<Record<string, number>> {
  const rows = await sql.query<{ state: Refund['state']; count: string }>(
    `SELECT state, count(*) ${overallSql} GROUP BY state`,
    overallValues(overall),
  );
  const counts: Record<string, number> = {};
  for (const { state, count } of rows) counts[statusOf({ state })] = (counts[statusOf({ state })] ?? 0) + Number(count);
  return counts;
}

/** The values that occur, by the wire's name of the filter. */
export async function findFilterValues(
  sql: Sql,
  overall: Overall,
): Promise<Readonly<Record<'connector' | 'currency' | 'refund_status', readonly string[]>>> {
  const [row] = await sql.query<{ connector: string[]; currency: string[]; states: Refund['state'][] }>(
    `SELECT coalesce(array_agg(DISTINCT connector), '{}') AS connector,
            coalesce(array_agg(DISTINCT currency), '{}') AS currency,
            coalesce(array_agg(DISTINCT state), '{}') AS states ${overallSql}`,
    overallValues(overall),
  );
  const { connector, currency, states } = row!;
  return { connector, currency, refund_status: [...new Set(states.map((state) => statusOf({ state })))] };
}
