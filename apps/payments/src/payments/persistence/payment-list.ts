import type { DataOf, PaymentFilters, paymentLinkList, PaymentListPage } from '@payorch/contracts';
import type { MerchantId, PaymentId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import type { Payment } from '../domain/payment';
import { lastAttempt, paymentMethod, paymentMethodType, selectionOf } from './payment-list.filters';
import type { StoredIntent } from './payment.mapper';
import { paymentFromRow } from './payment.mapper';
import { paymentColumns } from './payment.repository';

/** A payment's place in the order of creation. */
export interface Place {
  readonly created_at: string;
  readonly payment_id: string;
}

/** The sort keys before creation; only creation has an index. */
const firstKeys = { created: [], modified: ['i.modified_at'], amount: ['i.amount'] } as const;
const opposite = { asc: 'desc', desc: 'asc' } as const;

async function placeOf(sql: Sql, merchantId: MerchantId, paymentId: string): Promise<Place | undefined> {
  const [place] = await sql.query<Place>(
    'SELECT created_at::text, payment_id FROM intents WHERE merchant_id = $1 AND payment_id = $2',
    [merchantId, paymentId],
  );
  return place;
}

/** The statement that finds the ids of a page. Exported for the test of its plan. */
export function pageStatement(
  merchantId: MerchantId,
  filters: PaymentFilters,
  { order, limit, from }: PaymentListPage,
  place?: Place,
): { readonly sql: string; readonly values: readonly unknown[] } {
  const selection = selectionOf(merchantId, filters);
  const values = [...selection.values];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  // A page before a payment is read backwards: the nearest payment first.
  const by = from.kind === 'before' ? opposite[order.by] : order.by;
  const beyond = place
    ? ` AND (i.created_at, i.payment_id) ${by === 'asc' ? '>' : '<'} (${parameter(place.created_at)}, ${parameter(place.payment_id)})`
    : '';
  const keys = [...firstKeys[order.on], 'i.created_at', 'i.payment_id'];
  const offset = from.kind === 'offset' ? ` OFFSET ${parameter(from.offset)}` : '';
  const ordered = `ORDER BY ${keys.map((key) => `${key} ${by}`).join(', ')} LIMIT ${parameter(limit)}${offset}`;
  return { sql: `SELECT i.payment_id ${selection.sql}${beyond} ${ordered}`, values };
}

/** A page of the list in its order; undefined where its first payment does not exist. */
export async function findPage(
  sql: Sql,
  merchantId: MerchantId,
  filters: PaymentFilters,
  page: PaymentListPage,
): Promise<readonly Payment[] | undefined> {
  const { from } = page;
  const place = from.kind === 'offset' ? undefined : await placeOf(sql, merchantId, from.paymentId);
  if (from.kind !== 'offset' && !place) return undefined;
  const { sql: text, values } = pageStatement(merchantId, filters, page, place);
  const ids = (await sql.query<{ payment_id: PaymentId }>(text, values)).map(({ payment_id }) => payment_id);
  return load(sql, merchantId, from.kind === 'before' ? ids.reverse() : ids);
}

async function load(sql: Sql, merchantId: MerchantId, ids: readonly PaymentId[]): Promise<readonly Payment[]> {
  if (ids.length === 0) return [];
  const rows = await sql.query<StoredIntent>(
    `SELECT ${paymentColumns} FROM unnest($2::text[]) WITH ORDINALITY AS wanted (payment_id, place)
     JOIN intents i ON i.merchant_id = $1 AND i.payment_id = wanted.payment_id ORDER BY wanted.place`,
    [merchantId, ids],
  );
  return rows.map(paymentFromRow);
}

/** A payment by the id of its link. */
export async function findLink(sql: Sql, merchantId: MerchantId, paymentLinkId: string): Promise<Payment | undefined> {
  const [row] = await sql.query<StoredIntent>(
    `SELECT ${paymentColumns} FROM intents i WHERE i.merchant_id = $1 AND i.payment_link_id = $2`,
    [merchantId, paymentLinkId],
  );
  return row && paymentFromRow(row);
}

/** The statement that finds the ids of a page of payments with a link. Exported for the test of its plan. */
export const linksStatement = `SELECT i.payment_id FROM intents i
  WHERE i.merchant_id = $1 AND i.created_at >= $2 AND i.created_at < $3 AND i.payment_link_id IS NOT NULL
    AND ($4::text IS NULL OR i.profile_id = $4)
  ORDER BY i.created_at DESC, i.payment_id DESC LIMIT $5 OFFSET $6`;

/** A page of the merchant's payments with a link, the newest first. */
export async function findLinks(
  sql: Sql,
  merchantId: MerchantId,
  { createdFrom, createdBefore, profileId, limit, offset }: Omit<DataOf<typeof paymentLinkList>, 'merchantId'>,
): Promise<readonly Payment[]> {
  const values = [merchantId, createdFrom ?? '-infinity', createdBefore ?? 'infinity', profileId, limit, offset];
  const rows = await sql.query<{ payment_id: PaymentId }>(linksStatement, values);
  return load(
    sql,
    merchantId,
    rows.map(({ payment_id }) => payment_id),
  );
}

/** The number of payments that match the filters. */
export async function countPayments(sql: Sql, merchantId: MerchantId, filters: PaymentFilters): Promise<number> {
  const selection = selectionOf(merchantId, filters);
  const [row] = await sql.query<{ count: string }>(`SELECT count(*) ${selection.sql}`, selection.values);
  return Number(row?.count ?? 0);
}

/** All payments of a merchant or of one of its profiles, within a time range. */
export interface Overall {
  readonly merchantId: MerchantId;
  readonly profileId: string | null;
  readonly createdFrom: string | null;
  readonly createdBefore: string | null;
}

const overallSql = (join = ''): string =>
  `FROM intents i ${join} WHERE i.merchant_id = $1 AND i.created_at >= $2 AND i.created_at < $3
   AND ($4::text IS NULL OR i.profile_id = $4)`;

const overallValues = ({ merchantId, profileId, createdFrom, createdBefore }: Overall): readonly unknown[] => [
  merchantId,
  createdFrom ?? '-infinity',
  createdBefore ?? 'infinity',
  profileId,
];

/** Only the statuses that occur. */
export async function countByStatus(sql: Sql, overall: Overall): Promise<Record<string, number>> {
  const rows = await sql.query<{ status: string; count: string }>(
    `SELECT i.status, count(*) ${overallSql()} GROUP BY i.status`,
    overallValues(overall),
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]));
}

/** The values that occur, by the wire's name of the filter. */
export type FilterValues = Readonly<
  Record<
    'connector' | 'currency' | 'status' | 'payment_method' | 'payment_method_type' | 'authentication_type',
    readonly string[]
  >
>;

const distinct = (expression: string, name: keyof FilterValues): string =>
  `coalesce(array_agg(DISTINCT ${expression}) FILTER (WHERE ${expression} IS NOT NULL), '{}') AS ${name}`;

const occurring = [
  distinct('a.connector', 'connector'),
  distinct('i.currency', 'currency'),
  distinct('i.status', 'status'),
  distinct(paymentMethod, 'payment_method'),
  distinct(paymentMethodType, 'payment_method_type'),
  distinct(`i.body->>'authenticationType'`, 'authentication_type'),
].join(', ');

export async function findFilterValues(sql: Sql, overall: Overall): Promise<FilterValues> {
  const [row] = await sql.query<FilterValues>(`SELECT ${occurring} ${overallSql(lastAttempt)}`, overallValues(overall));
  return row!;
}
