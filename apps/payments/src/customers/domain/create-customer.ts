import type { CustomerFields, customerCreate, DataOf, Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { Customer } from './customer';

/** A sent field, null where it is absent. */
const sent = <T>(value: T | null | undefined): T | null => value ?? null;

const fieldsOf = (fields: CustomerFields) => ({
  name: sent(fields.name),
  email: sent(fields.email),
  phone: sent(fields.phone),
  phoneCountryCode: sent(fields.phoneCountryCode),
  description: sent(fields.description),
  address: sent(fields.address),
  metadata: sent(fields.metadata),
  taxRegistrationId: sent(fields.taxRegistrationId),
  documentDetails: sent(fields.documentDetails),
});

/** `known`: the customer exists, or a payment earlier in the batch creates it. */
export function createCustomer(
  { merchantId, customerId, fields }: DataOf<typeof customerCreate>,
  { known, now }: { known: boolean; now: Date },
): Customer | Refusal {
  if (known) return refuse('customer_exists');
  return {
    ...{ merchantId, customerId, version: 1, defaultPaymentMethodId: null, redactedAt: null },
    ...{ createdAt: now, modifiedAt: now },
    ...fieldsOf(fields),
  };
}
