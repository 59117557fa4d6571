import type { CustomerId, MerchantId } from '@payorch/kernel';
import type { StoredRow, WrittenRow } from '@payorch/platform/postgres';
import type { Customer } from '../domain/customer';
import type { CustomerRow } from './customer.rows';

export const customerToRow = (customer: Customer): WrittenRow<CustomerRow> => ({
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

export const customerFromRow = (row: StoredRow<CustomerRow>): Customer => ({
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
