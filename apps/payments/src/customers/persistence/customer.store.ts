import { keyOfKind, partsOfKey } from '@payorch/contracts';
import type { CustomerId, MerchantId } from '@payorch/kernel';
import type { Sql, Statement, StoredRow, WrittenRow } from '@payorch/platform/postgres';
import { columnsOf, exactly, PartedStatement } from '@payorch/platform/postgres';
import type { Change } from '@payorch/platform/shell';
import type { AggregateStore } from '../../aggregates/aggregate-store';
import type { Customer } from '../domain/customer';
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
    return [{ text: saveStatement.of(names), params: [...params, ...counts] }];
  }

  /** For a query: nothing is locked. */
  async find(sql: Sql, merchantId: MerchantId, customerId: CustomerId): Promise<Customer | undefined> {
    const key = keyOfKind('customers', merchantId, customerId);
    return (await this.load(sql, [key], 'reading')).get(key);
  }
}

const customerToRow = (customer: Customer): WrittenRow<CustomerRow> => ({
  merchant_id: customer.merchantId,
  customer_id: customer.customerId,
  version: customer.version,
  name: customer.name,
  email: customer.email,
  phone: customer.phone,
  phone_country_code: customer.phoneCountryCode,
  description: customer.description,
  address: customer.address,
  metadata: customer.metadata,
  tax_registration_id: customer.taxRegistrationId,
  document_details: customer.documentDetails,
  default_payment_method_id: customer.defaultPaymentMethodId,
  created_at: customer.createdAt,
  modified_at: customer.modifiedAt,
  redacted_at: customer.redactedAt,
});

const customerFromRow = (row: StoredRow<CustomerRow>): Customer => ({
  merchantId: row.merchant_id as MerchantId,
  customerId: row.customer_id as CustomerId,
  version: row.version,
  name: row.name,
  email: row.email,
  phone: row.phone,
  phoneCountryCode: row.phone_country_code,
  description: row.description,
  address: row.address as Customer['address'],
  metadata: row.metadata as Customer['metadata'],
  taxRegistrationId: row.tax_registration_id,
  documentDetails: row.document_details as Customer['documentDetails'],
  defaultPaymentMethodId: row.default_payment_method_id,
  createdAt: new Date(row.created_at),
  modifiedAt: new Date(row.modified_at),
  redactedAt: row.redacted_at === null ? null : new Date(row.redacted_at),
});
