import type { CustomerFields } from '@payorch/contracts';
import { isSameValue } from '@payorch/kernel';
import type { Customer, CustomerRecord } from './customer';

export type FieldsOfCustomer = Pick<Customer, keyof CustomerFields>;

/** The fields of a request, each else its stored value: an absent field stays, null erases one. */
export function fieldsOf(fields: CustomerFields, stored?: FieldsOfCustomer): FieldsOfCustomer {
  const sentOr = <Name extends keyof FieldsOfCustomer>(name: Name): FieldsOfCustomer[Name] => {
    const sent = fields[name] as FieldsOfCustomer[Name] | undefined;
    return sent === undefined ? ((stored?.[name] ?? null) as FieldsOfCustomer[Name]) : sent;
  };
  return {
    name: sentOr('name'),
    email: sentOr('email'),
    phone: sentOr('phone'),
    phoneCountryCode: sentOr('phoneCountryCode'),
    description: sentOr('description'),
    address: sentOr('address'),
    metadata: sentOr('metadata'),
    taxRegistrationId: sentOr('taxRegistrationId'),
    documentDetails: sentOr('documentDetails'),
  };
}

const wireNames: { readonly [Name in keyof FieldsOfCustomer]-?: string } = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  phoneCountryCode: 'phone_country_code',
  description: 'description',
  address: 'address',
  metadata: 'metadata',
  taxRegistrationId: 'tax_registration_id',
  documentDetails: 'document_details',
};

const isWhole = (known: CustomerRecord): known is Customer => 'description' in known;

/** The wire names of the sent fields with another value than the stored customer's. */
export const differingFields = (known: CustomerRecord, sent: CustomerFields): readonly string[] =>
  isWhole(known)
    ? Object.keys(wireNames)
        .filter((name): name is keyof FieldsOfCustomer => name in sent)
        .filter((name) => sent[name] !== undefined && !isSameValue(sent[name], known[name]))
        .map((name) => wireNames[name])
    : [];
