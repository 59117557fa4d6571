import type { customerCreate, DataOf, Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { Customer, CustomerRecord } from './customer';
import { fieldsOf } from './customer-fields';

/** `known`: the customer of this id, also one that a payment earlier in the batch creates. The id of a deleted customer stays used. */
export function createCustomer(
  { merchantId, customerId, fields }: DataOf<typeof customerCreate>,
  { known, now }: { known: CustomerRecord | undefined; now: Date },
): Customer | Refusal {
  if (known) return refuse(known.redactedAt ? 'customer_redacted' : 'customer_exists');
  return {
    ...{ merchantId, customerId, version: 1, defaultPaymentMethodId: null, redactedAt: null },
    ...{ createdAt: now, modifiedAt: now },
    ...fieldsOf(fields),
  };
}
