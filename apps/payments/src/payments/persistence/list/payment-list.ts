import type { DataOf, PaymentFilters, paymentLinkList, PaymentListPage } from '@payorch/contracts';
import type { MerchantId, PaymentId } from '@payorch/kernel';
import type { Sql } from '@payorch/platform/postgres';
import { countBy, countRows, occurringValues, overallOf, type Selection } from '@payorch/platform/resources';
import type { RowSeals } from '@payorch/platform/sealing';
import type { Payment } from '../../domain/payment';
import { lastAttempt, paymentMethod, paymentMethodType, paymentsFrom, paymentsMatching } from './payment-list.filters';
import type { StoredIntent } from '../payment/payment.mapper';
import { paymentFromRow } from '../payment/payment.mapper';
import { paymentColumns } from '../payment/payment.repository';

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
  seals: RowSeals,
  merchantId: MerchantId,
  filters: PaymentFilters,
  { order, limit, from }: PaymentListPage,
  place?: Place,
): Selection {
  const selection = paymentsMatching(seals, merchantId, filters);
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
  seals: RowSeals,
  merchantId: MerchantId,
  filters: PaymentFilters,
  page: PaymentListPage,
): Promise<readonly Payment[] | undefined> {
  const { from } = page;
  const place = from.kind === 'offset' ? undefined : await placeOf(sql, merchantId, from.paymentId);
  if (from.kind !== 'offset' && !place) return undefined;
  const { sql: text, values } = pageStatement(seals, merchantId, filters, page, place);
  const ids = (await sql.query<{ payment_id: PaymentId }>(text, values)).map(({ payment_id }) => payment_id);
  return load(sql, seals, merchantId, from.kind === 'before' ? ids.reverse() : ids);
}

async function load(
  sql: Sql,
  seals: RowSeals,
  merchantId: MerchantId,
  ids: readonly PaymentId[],
): Promise<readonly Payment[]> {
  if (ids.length === 0) return [];
  const rows = await sql.query<StoredIntent>(
    `SELECT ${paymentColumns} FROM unnest($2::text[]) WITH ORDINALITY AS wanted (payment_id, place)
     JOIN intents i ON i.merchant_id = $1 AND i.payment_id = wanted.payment_id ORDER BY wanted.place`,
    [merchantId, ids],
  );
  return rows.map((row) => paymentFromRow(seals, row));
}

/** A payment by the id of its link. */
export async function findLink(
  sql: Sql,
  seals: RowSeals,
  merchantId: MerchantId,
  paymentLinkId: string,
): Promise<Payment | undefined> {
  const [row] = await sql.query<StoredIntent>(
    `SELECT ${paymentColumns} FROM intents i WHERE i.merchant_id = $1 AND i.payment_link_id = $2`,
    [merchantId, paymentLinkId],
  );
  return row && paymentFromRow(seals, row);
}

/** The statement that finds the ids of a page of payments with a link. Exported for the test of its plan. */
export const linksStatement = `SELECT i.payment_id FROM intents i
  WHERE i.merchant_id = $1 AND i.created_at >= $2 AND i.created_at < $3 AND i.payment_link_id IS NOT NULL
    AND ($4::text IS NULL OR i.profile_id = $4)
  ORDER BY i.created_at DESC, i.payment_id DESC LIMIT $5 OFFSET $6`;

/** A page of the merchant's payments with a link, the newest first. */
export async function findLinks(
  sql: Sql,
  seals: RowSeals,
  merchantId: MerchantId,
  { createdFrom, createdBefore, profileId, limit, offset }: Omit<DataOf<typeof paymentLinkList>, 'merchantId'>,
): Promise<readonly Payment[]> {
  const values = [merchantId, createdFrom ?? '-infinity', createdBefore ?? 'infinity', profileId, limit, offset];
  const rows = await sql.query<{ payment_id: PaymentId }>(linksStatement, values);
  return load(
    sql,
    seals,
    merchantId,
    rows.map(({ payment_id }) => payment_id),
  );
}

/** The number of payments that match the filters. */
export const countPayments = (
  sql: Sql,
  seals: RowSeals,
  merchantId: MerchantId,
  filters: PaymentFilters,
): Promise<number> => countRows(sql, paymentsMatching(seals, merchantId, filters));

/** All payments of a merchant or of one of its profiles, within a time range. */
export interface Overall {
  readonly merchantId: MerchantId;
  readonly profileId: string | null;
  readonly createdFrom: string | null;
  readonly createdBefore: string | null;
}

const overall = ({ createdBefore: createdTo, ...scope }: Overall, join?: string): Selection =>
  overallOf(paymentsFrom(join), { ...scope, createdTo });

/** Only the statuses that occur. */
export const countByStatus = (sql: Sql, scope: Overall): Promise<Readonly<Record<string, number>>> =>
  countBy(sql, 'i.status', overall(scope));

/** The expression of each filter whose values are listed, by the wire's name. */
const listed = {
  connector: 'a.connector',
  currency: 'i.currency',
  status: 'i.status',
  payment_method: paymentMethod,
  payment_method_type: paymentMethodType,
  authentication_type: `i.body->>'authenticationType'`,
};

/** The values that occur, by the wire's name of the filter. */
export const findFilterValues = (
  sql: Sql,
  scope: Overall,
): Promise<Readonly<Record<keyof typeof listed, readonly string[]>>> =>
  occurringValues(sql, listed, overall(scope, lastAttempt));
