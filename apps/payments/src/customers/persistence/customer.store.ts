import { keyOfKind, partsOfKey } from '@payorch/contracts';
import type { CustomerId, MerchantId } from '@payorch/kernel';
import type { Sql, Statement, StoredRow } from '@payorch/platform/postgres';
import { columnsOf, VersionedRows } from '@payorch/platform/postgres';
import type { AggregateStore, Change } from '@payorch/platform/shell';
import { eraseAcceptances } from '../../mandates/persistence/customers-mandates';
import { erasePaymentMethods } from '../../payment-methods/persistence/erase-payment-methods';
import { isRedacted, type Customer } from '../domain/customer';
import { customerFromRow, customerToRow } from './customer.mapper';
import { CustomerRow } from './customer.rows';

const columns = columnsOf(CustomerRow);

const rows = new VersionedRows(columns);

/** Customers as aggregates of their own. A payment inserts its new customer with `insertNewCustomers`. */
export class CustomerStore implements AggregateStore<Customer, unknown> {
  async load(
    sql: Sql,
    keys: readonly string[],
    purpose: 'writing' | 'reading',
  ): Promise<ReadonlyMap<string, Customer>> {
    const ids = keys.map(partsOfKey);
    const found = await sql.query<StoredRow<CustomerRow>>(
      `SELECT ${columns.list} FROM customers
       WHERE (merchant_id, customer_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
       ORDER BY merchant_id, customer_id ${purpose === 'writing' ? 'FOR UPDATE' : ''}`,
      [ids.map(([merchant]) => merchant), ids.map(([, id]) => id)],
    );
    const customers = found.map(customerFromRow);
    return new Map(
      customers.map((customer) => [keyOfKind('customers', customer.merchantId, customer.customerId), customer]),
    );
  }

  writes(changes: readonly Change<Customer>[]): readonly Statement[] {
    return [...rows.writesOf(changes, customerToRow), ...erasures(changes)];
  }

  /** For a query: nothing is locked. */
  async find(sql: Sql, merchantId: MerchantId, customerId: CustomerId): Promise<Customer | undefined> {
    const key = keyOfKind('customers', merchantId, customerId);
    return (await this.load(sql, [key], 'reading')).get(key);
  }
}

/** Every change of a deleted customer erases what it saved. */
function erasures(changes: readonly Change<Customer>[]): readonly Statement[] {
  const deleted = changes.map(({ after }) => after).filter(isRedacted);
  if (deleted.length === 0) return [];
  const keys = [deleted.map(({ merchantId }) => merchantId), deleted.map(({ customerId }) => customerId)] as const;
  return [erasePaymentMethods(keys), eraseAcceptances(keys)];
}
