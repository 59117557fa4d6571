import type { MandateFilters } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import type { Sql, StoredRow } from '@payorch/platform/postgres';
import { columnsOf } from '@payorch/platform/postgres';
import type { Mandate } from '../domain/mandate';
import { mandateFromRow } from './mandate.mapper';
import { MandateRow } from './mandate.rows';

const columns = columnsOf(MandateRow);

/** For a query: nothing is locked. */
export async function findMandate(sql: Sql, merchantId: MerchantId, mandateId: string): Promise<Mandate | undefined> {
  const [row] = await sql.query<StoredRow<MandateRow>>(
    `SELECT ${columns.list} FROM mandates WHERE merchant_id = $1 AND mandate_id = $2`,
    [merchantId, mandateId],
  );
  return row && mandateFromRow(row);
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** The newest first. The customer has an index of its own, so the statement names it only where it is given. */
export async function findMandates(
  sql: Sql,
  merchantId: MerchantId,
  filters: MandateFilters,
  { limit, offset }: Page,
): Promise<Mandate[]> {
  const { createdFrom, createdBefore, customerId, profileId, status, connector } = filters;
  const values: unknown[] = [
    ...[merchantId, createdFrom ?? '-infinity', createdBefore ?? 'infinity'],
    ...[profileId, status, connector, limit, offset],
  ];
  const ofCustomer = customerId === null ? '' : `AND customer_id = $${values.push(customerId)}::text`;
  const rows = await sql.query<StoredRow<MandateRow>>(
    `SELECT ${columns.list} FROM mandates
     WHERE merchant_id = $1 AND created_at >= $2 AND created_at < $3
       AND ($4::text IS NULL OR profile_id = $4) AND ($5::text IS NULL OR status = $5)
       AND ($6::text IS NULL OR connector = $6) ${ofCustomer}
     ORDER BY created_at DESC, mandate_id DESC LIMIT $7 OFFSET $8`,
    values,
  );
  return rows.map(mandateFromRow);
}
