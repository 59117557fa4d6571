import type { customerList, DataOf } from '@payorch/contracts';
import type { Sql, StoredRow } from '@payorch/platform/postgres';
import { columnsOf } from '@payorch/platform/postgres';
import type { Customer } from '../domain/customer';
import { customerFromRow } from '../persistence/customer.mapper';
import { CustomerRow } from '../persistence/customer.rows';

const columns = columnsOf(CustomerRow);

export type CustomerListRequest = DataOf<typeof customerList>;

/** The conditions of the request and their parameters, in this order. */
function conditionsOf({ merchantId, customerId, createdFrom, createdTo }: CustomerListRequest) {
  const all = [
    ['merchant_id =', merchantId],
    ['customer_id =', customerId],
    ['created_at >=', createdFrom],
    ['created_at <=', createdTo],
  ] as const;
  const sent = all.filter(([, value]) => value !== null);
  return {
    where: sent.map(([condition], at) => `${condition} $${at + 1}`).join(' AND '),
    params: sent.map(([, value]) => value),
  };
}

/** A page of a merchant's customers, the newest first, deleted ones included. */
export async function listCustomers(sql: Sql, request: CustomerListRequest): Promise<Customer[]> {
  const { where, params } = conditionsOf(request);
  const rows = await sql.query<StoredRow<CustomerRow>>(
    `SELECT ${columns.list} FROM customers WHERE ${where}
     ORDER BY created_at DESC, customer_id DESC LIMIT $${params.length + 1} OFFSET $${params.length + 2}`,
    [...params, request.limit, request.offset],
  );
  return rows.map(customerFromRow);
}

/** The number of all customers that match. */
export async function countCustomers(sql: Sql, request: CustomerListRequest): Promise<number> {
  const { where, params } = conditionsOf(request);
  const [row] = await sql.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM customers WHERE ${where}`,
    params,
  );
  return row?.total ?? 0;
}
