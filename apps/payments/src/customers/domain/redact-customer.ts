import type { JsonObject, Refusal } from '@payorch/contracts';
import { redacted, refuse } from '@payorch/contracts';
import { isRedacted, type Customer } from './customer';

const textKeys = ['city', 'line1', 'line2', 'line3', 'zip', 'state', 'first_name', 'last_name', 'origin_zip'] as const;
/** A country is one of a closed set, which has no such text. */
const redactedAddress: JsonObject = { ...Object.fromEntries(textKeys.map((key) => [key, redacted])), country: null };

/** Deletes a customer: the row stays, so that its id is not used again, with a fixed text in place of personal data. */
export function redactCustomer(
  customer: Customer | undefined,
  { hasActiveMandate, now }: { hasActiveMandate: boolean; now: Date },
): Customer | Refusal {
  if (!customer) return refuse('customer_not_found');
  if (isRedacted(customer)) return refuse('customer_redacted');
  if (hasActiveMandate) return refuse('customer_has_mandate');
  return {
    ...customer,
    name: redacted,
    email: redacted,
    phone: redacted,
    phoneCountryCode: redacted,
    description: redacted,
    taxRegistrationId: redacted,
    address: customer.address && redactedAddress,
    metadata: null,
    documentDetails: null,
    defaultPaymentMethodId: null,
    redactedAt: now,
    modifiedAt: now,
    version: customer.version + 1,
  };
}
