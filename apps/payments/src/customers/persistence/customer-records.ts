import type { CustomerDetails } from '@payorch/contracts';
import type { CustomerId, MerchantId } from '@payorch/kernel';
import { keyOf } from '@payorch/kernel';
import type { RowOf, Sql, StoredRow } from '@payorch/platform/postgres';
import { columnsOf } from '@payorch/platform/postgres';
import type { RowSeals } from '@payorch/platform/sealing';
import type { CustomerRecord } from '../domain/customer';
import { detailsFromColumn, detailsToColumn } from './customer.mapper';
import { CustomerRow } from './customer.rows';

/** What a payment knows of its customer; the other columns have defaults. */
const columns = columnsOf(CustomerRow).without(
  ...(['version', 'default_payment_method_id', 'created_at', 'modified_at', 'redacted_at'] as const),
);

type StoredRecord = Pick<StoredRow<CustomerRow>, keyof RowOf<typeof columns> | 'redacted_at'>;

/** By message key. */
export async function findCustomerRecords(
  sql: Sql,
  seals: RowSeals,
  merchants: readonly string[],
  customerIds: readonly string[],
): Promise<Map<string, CustomerRecord>> {
  const rows = await sql.query<StoredRecord>(
    `SELECT ${columns.list}, redacted_at FROM customers
     WHERE (merchant_id, customer_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
    [merchants, customerIds],
  );
  return new Map(
    rows.map((row) => {
      const record = customerFromRow(seals, row);
      return [keyOf(record.merchantId, record.customerId), record];
    }),
  );
}

/** Inserts the customers that payments bring, in key order; known customers stay as they are. */
export const insertNewCustomers = `${columns.insertFromJson} ORDER BY ${columns.key} ON CONFLICT DO NOTHING`;

export const customerToRow = (
  seals: RowSeals,
  merchantId: MerchantId,
  customerId: CustomerId,
  details: CustomerDetails,
): RowOf<typeof columns> => ({
  merchant_id: merchantId,
  customer_id: customerId,
  details: detailsToColumn(seals, { ...details, merchantId, customerId }),
});

const customerFromRow = (seals: RowSeals, row: StoredRecord): CustomerRecord => {
  const { name, email, phone, phoneCountryCode, taxRegistrationId, documentDetails } = detailsFromColumn(seals, row);
  return {
    merchantId: row.merchant_id as MerchantId,
    customerId: row.customer_id as CustomerId,
    name,
    email,
    phone,
    phoneCountryCode,
    taxRegistrationId,
    documentDetails,
    redactedAt: row.redacted_at === null ? null : new Date(row.redacted_at),
  };
};
