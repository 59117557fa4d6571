import { keyOfKind, partsOfKey } from '@payorch/contracts';
import type { CustomerId, MerchantId } from '@payorch/kernel';
import type { Sql, Statement, StoredRow } from '@payorch/platform/postgres';
import { columnsOf, exactly, PartedStatement } from '@payorch/platform/postgres';
import type { AggregateStore, Change } from '@payorch/platform/shell';
import { eraseAcceptances } from '../../mandates/persistence/customers-mandates';
import { erasePaymentMethods } from '../../payment-methods/persistence/erase-payment-methods';
import { isRedacted, type Customer } from '../domain/customer';
import { customerFromRow, customerToRow } from './customer.mapper';
import { CustomerRow } from './customer.rows';

const columns = columnsOf(CustomerRow);

const parts = {
  created: `${columns.insertFromJson} ON CONFLICT DO NOTHING RETURNING 1`,
  // Beside each row the version that it must still have.
  changed: `
    UPDATE customers c SET ${columns.setFrom('n')}
    FROM ROWS FROM (jsonb_populate_recordset(NULL::customers, $), unnest($::int[])) n
    WHERE ${columns.sameKey('c', 'n')} AND c.version = n.unnest
    RETURNING 1`,
};
type PartName = keyof typeof parts;

const saveStatement = new PartedStatement<PartName>(
  parts,
  (names) => `SELECT ${names.map((name) => exactly(`(SELECT count(*) FROM ${name})`, '$::int')).join(', ')}`,
);

/** Customers as aggregates of their own. A payment inserts its new customer with `insertNewCustomers`. */
export class CustomerStore implements AggregateStore<Customer, unknown> {
  async load(
    sql: Sql,
    keys: readonly string[],
    purpose: 'writing' | 'reading',
  ): Promise<ReadonlyMap<string, Customer>> {
    const ids = keys.map(partsOfKey);
    const rows = await sql.query<StoredRow<CustomerRow>>(
      `SELECT ${columns.list} FROM customers
       WHERE (merchant_id, customer_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
       ORDER BY merchant_id, customer_id ${purpose === 'writing' ? 'FOR UPDATE' : ''}`,
      [ids.map(([merchant]) => merchant), ids.map(([, id]) => id)],
    );
    const customers = rows.map(customerFromRow);
    return new Map(
      customers.map((customer) => [keyOfKind('customers', customer.merchantId, customer.customerId), customer]),
    );
  }

  writes(changes: readonly Change<Customer>[]): readonly Statement[] {
    const created = changes.filter(({ before }) => before === undefined);
    const changed = changes.filter(({ before }) => before !== undefined);
    const rows = (list: readonly Change<Customer>[]) => JSON.stringify(list.map(({ after }) => customerToRow(after)));
    const names: PartName[] = [
      ...(created.length > 0 ? (['created'] as const) : []),
      ...(changed.length > 0 ? (['changed'] as const) : []),
    ];
    const params = [
      ...(created.length > 0 ? [rows(created)] : []),
      ...(changed.length > 0 ? [rows(changed), changed.map(({ before }) => before?.version ?? 0)] : []),
    ];
    const counts = [created.length, changed.length].filter((count) => count > 0);
    return [{ text: saveStatement.of(names), params: [...params, ...counts] }, ...erasures(changes)];
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
