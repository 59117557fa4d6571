/** Where the goods and the customer go, and what is bought: on a payment with a link never a client's. */
export const ofDelivery = ['shipping', 'return_url', 'order_details'] as const;
/** Receipts, invoices and rules against fraud go by these. */
export const ofCustomer = [
  'name',
  'email',
  'phone',
  'phone_country_code',
  'tax_registration_id',
  'document_details',
] as const;

export type CustomerValue = (typeof ofCustomer)[number];
/** What a client sets only while the merchant has not. `mandate_data`: the terms of the mandate, not the consent. */
export type ClientValue = 'billing' | 'mandate_data' | (typeof ofDelivery)[number] | CustomerValue;

export const names: readonly ClientValue[] = ['billing', ...ofDelivery, 'mandate_data', ...ofCustomer];
