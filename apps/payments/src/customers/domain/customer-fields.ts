import type { CustomerFields } from '@payorch/contracts';
import type { Customer } from './customer';

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
