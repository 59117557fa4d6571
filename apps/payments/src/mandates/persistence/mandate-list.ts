import type { MandateFilters } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import type { Sql, StoredRow } from '@payorch/platform/postgres';
import { columnsOf } from '@payorch/platform/postgres';
import { filtersBy, newestRows, type Page, selectionOf } from '@payorch/platform/resources';
import type { RowSeals } from '@payorch/platform/sealing';
import type { Mandate } from '../domain/mandate';
import { mandateFromRow } from './mandate.mapper';
import { MandateRow } from './mandate.rows';

const columns = columnsOf(MandateRow).list;

const { equal } = filtersBy<MandateFilters>();
const filterGroups = {
  indexed: [equal((filters) => filters.customerId, 'customer_id')],
  others: [
    [
      equal((filters) => filters.profileId, 'profile_id'),
      equal((filters) => filters.status, 'status'),
      equal((filters) => filters.connector, 'connector'),
    ],
  ],
};

/** The newest first. */
export async function findMandates(
  sql: Sql,
  seals: RowSeals,
  merchantId: MerchantId,
  filters: MandateFilters,
  page: Page,
): Promise<Mandate[]> {
  const { createdFrom, createdBefore: createdTo } = filters;
  const source = { from: 'mandates', upTo: '<' } as const;
  const selection = selectionOf(source, { merchantId, createdFrom, createdTo }, filters, filterGroups);
  const rows = await newestRows<StoredRow<MandateRow>>(sql, selection, { columns, id: 'mandate_id' }, page);
  return rows.map((row) => mandateFromRow(seals, row));
}
