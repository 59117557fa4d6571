import type { CustomerFields, JsonObject } from '@payorch/contracts';
import type { CustomerUpdateRequest } from '@payorch/rest';
import { plainOrNull } from '../../fields';

const objectOf = (sent: object | null | undefined): JsonObject | null | undefined =>
  sent === undefined ? undefined : plainOrNull(sent);

/** The fields of a request as the message has them: absent where the request lacks them. No other field passes. */
export function toCustomerFields(sent: CustomerUpdateRequest): CustomerFields {
  const fields: CustomerFields = {
    name: sent.name,
    email: sent.email,
    phone: sent.phone,
    phoneCountryCode: sent.phone_country_code,
    description: sent.description,
    taxRegistrationId: sent.tax_registration_id,
    address: objectOf(sent.address),
    documentDetails: objectOf(sent.document_details),
    metadata: objectOf(sent.metadata),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
