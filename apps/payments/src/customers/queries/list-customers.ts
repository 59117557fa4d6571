import type { customerList, DataOf } from '@payorch/contracts';
import type { Sql, StoredRow } from '@payorch/platform/postgres';
import { columnsOf } from '@payorch/platform/postgres';
import { countRows, filtersBy, newestRows, selectionOf } from '@payorch/platform/resources';
import type { RowSeals } from '@payorch/platform/sealing';
import type { Customer } from '../domain/customer';
import { customerFromRow } from '../persistence/customer.mapper';
import { CustomerRow } from '../persistence/customer.rows';

const columns = columnsOf(CustomerRow).list;

export type CustomerListRequest = DataOf<typeof customerList>;

const { equal } = filtersBy<CustomerListRequest>();
const filterGroups = { indexed: [equal((request) => request.customerId, 'customer_id')], others: [] };
const matching = (request: CustomerListRequest) =>
  selectionOf({ from: 'customers', upTo: '<=' }, request, request, filterGroups);

/** A page of a merchant's customers, the newest first, deleted ones included. */
export async function listCustomers(sql: Sql, seals: RowSeals, request: CustomerListRequest): Promise<Customer[]> {
  const place = { columns, id: 'customer_id' };
  const rows = await newestRows<StoredRow<CustomerRow>>(sql, matching(request), place, request);
  return rows.map((row) => customerFromRow(seals, row));
}

/** The number of all customers that match. */
export const countCustomers = (sql: Sql, request: CustomerListRequest): Promise<number> =>
  countRows(sql, matching(request));
