import type { customerUpdate, DataOf, Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { isRedacted, type Customer } from './customer';
import { fieldsOf } from './customer-fields';

/** A deleted customer gets no new personal data. */
export function updateCustomer(
  customer: Customer | undefined,
  { fields }: DataOf<typeof customerUpdate>,
  now: Date,
): Customer | Refusal {
  if (!customer) return refuse('customer_not_found');
  if (isRedacted(customer)) return refuse('customer_redacted');
  return { ...customer, ...fieldsOf(fields, customer), version: customer.version + 1, modifiedAt: now };
}
