import type { CustomerId, MerchantId } from '@payorch/kernel';
import type { JsonObject } from '@payorch/contracts';
import type { StoredRow, WrittenRow } from '@payorch/platform/postgres';
import { type RowSeals, SealedColumn } from '@payorch/platform/sealing';
import type { Customer } from '../domain/customer';
import type { CustomerRow } from './customer.rows';

/** All of it is about the person. */
export const customerColumn = new SealedColumn('customers.details', [
  ...['name', 'email', 'phone', 'phone_country_code', 'description', 'address', 'metadata'],
  ...['tax_registration_id', 'document_details'],
]);

type Details = Pick<
  Customer,
  'name' | 'email' | 'phone' | 'phoneCountryCode' | 'description' | 'address' | 'metadata' | 'taxRegistrationId'
> &
  Pick<Customer, 'documentDetails'>;
/** A payment sends some of them. */
type Sent = { readonly [Name in keyof Details]?: Details[Name] | undefined };
type Identified = Pick<Customer, 'merchantId' | 'customerId'>;

export const detailsToColumn = (seals: RowSeals, customer: Sent & Identified): object =>
  customerColumn.write(
    seals,
    {
      name: customer.name ?? null,
      email: customer.email ?? null,
      phone: customer.phone ?? null,
      phone_country_code: customer.phoneCountryCode ?? null,
      description: customer.description ?? null,
      address: customer.address ?? null,
      metadata: customer.metadata ?? null,
      tax_registration_id: customer.taxRegistrationId ?? null,
      document_details: customer.documentDetails ?? null,
    },
    { merchantId: customer.merchantId, objectId: customer.customerId },
  );

interface StoredDetails {
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly phone_country_code?: string;
  readonly description?: string;
  readonly address?: JsonObject;
  readonly metadata?: JsonObject;
  readonly tax_registration_id?: string;
  readonly document_details?: JsonObject;
}

export function detailsFromColumn(
  seals: RowSeals,
  row: Pick<StoredRow<CustomerRow>, 'merchant_id' | 'customer_id' | 'details'>,
): Details {
  const place = { merchantId: row.merchant_id, objectId: row.customer_id };
  const stored = customerColumn.read(seals, row.details, place) as StoredDetails;
  return {
    name: stored.name ?? null,
    email: stored.email ?? null,
    phone: stored.phone ?? null,
    phoneCountryCode: stored.phone_country_code ?? null,
    description: stored.description ?? null,
    address: stored.address ?? null,
    metadata: stored.metadata ?? null,
    taxRegistrationId: stored.tax_registration_id ?? null,
    documentDetails: stored.document_details ?? null,
  };
}

export const customerToRow = (seals: RowSeals, customer: Customer): WrittenRow<CustomerRow> => ({
  merchant_id: customer.merchantId,
  customer_id: customer.customerId,
  version: customer.version,
  details: detailsToColumn(seals, customer),
  default_payment_method_id: customer.defaultPaymentMethodId,
  created_at: customer.createdAt,
  modified_at: customer.modifiedAt,
  redacted_at: customer.redactedAt,
});

export const customerFromRow = (seals: RowSeals, row: StoredRow<CustomerRow>): Customer => ({
  ...detailsFromColumn(seals, row),
  merchantId: row.merchant_id as MerchantId,
  customerId: row.customer_id as CustomerId,
  version: row.version,
  defaultPaymentMethodId: row.default_payment_method_id,
  createdAt: new Date(row.created_at),
  modifiedAt: new Date(row.modified_at),
  redactedAt: row.redacted_at === null ? null : new Date(row.redacted_at),
});
