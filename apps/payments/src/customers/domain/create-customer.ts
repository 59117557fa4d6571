import type { customerCreate, DataOf, Refusal } from '@payorch/contracts';
import { differing, refuse } from '@payorch/contracts';
import type { Customer, CustomerRecord } from './customer';
import { differingFields, fieldsOf } from './customer-fields';

/** `known`: the customer of this id, also one that a payment earlier in the batch creates. The id of a deleted customer stays used. */
export function createCustomer(
  { merchantId, customerId, fields }: DataOf<typeof customerCreate>,
  { known, now }: { known: CustomerRecord | undefined; now: Date },
): Customer | Refusal {
  if (known?.redactedAt) return refuse('customer_redacted');
  if (known) return refuse('customer_exists', differing(differingFields(known, fields)));
  return {
    merchantId,
    customerId,
    version: 1,
    defaultPaymentMethodId: null,
    redactedAt: null,
    createdAt: now,
    modifiedAt: now,
    ...fieldsOf(fields),
  };
}
