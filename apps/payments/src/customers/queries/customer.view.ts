import type { Json, JsonObject } from '@payorch/contracts';
import type { Customer } from '../domain/customer';

const addressKeys = [
  ...(['city', 'country', 'line1', 'line2', 'line3', 'zip', 'state', 'first_name', 'last_name'] as const),
  'origin_zip',
] as const;

const addressView = (address: JsonObject): JsonObject =>
  Object.fromEntries(addressKeys.map((key): [string, Json] => [key, address[key] ?? null]));

/** The customer in the form of the interface: the bytes of a reply. */
export const customerView = (customer: Customer): Buffer => Buffer.from(JSON.stringify(customerJson(customer)));

export const customerJson = (customer: Customer): JsonObject => ({
  customer_id: customer.customerId,
  name: customer.name ?? null,
  email: customer.email ?? null,
  phone: customer.phone ?? null,
  phone_country_code: customer.phoneCountryCode ?? null,
  description: customer.description,
  address: customer.address && addressView(customer.address),
  created_at: customer.createdAt.toISOString(),
  metadata: customer.metadata,
  default_payment_method_id: customer.defaultPaymentMethodId,
  tax_registration_id: customer.taxRegistrationId,
  document_details: customer.documentDetails,
});

export const deletedCustomerView = ({ customerId }: Customer): Buffer =>
  Buffer.from(
    JSON.stringify({
      customer_id: customerId,
      customer_deleted: true,
      address_deleted: true,
      payment_methods_deleted: true,
    }),
  );

/** A page of customers; with the number of all that match, where the request asked for it. */
export function customerListView(customers: readonly Customer[], total: number | null): Buffer {
  const data = customers.map(customerJson);
  const list = total === null ? data : { count: data.length, total_count: total, data };
  return Buffer.from(JSON.stringify(list));
}
