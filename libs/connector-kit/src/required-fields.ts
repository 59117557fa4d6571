import type { RequiredFieldName } from './field-definitions';

/** The fields that a connector requires for one payment method type. */
export interface RequiredFields {
  readonly common?: readonly RequiredFieldName[];
  /** Only if the payment method is saved for later payments. */
  readonly mandate?: readonly RequiredFieldName[];
  /** Only if it is not. */
  readonly nonMandate?: readonly RequiredFieldName[];
}

/** The required fields of a connector, by payment method and type. */
export type RequiredFieldTable = Readonly<Record<string, Readonly<Record<string, RequiredFields>>>>;

/** The banks that a customer can choose from, by payment method type. */
export type BankNameTable = Readonly<Record<string, readonly string[]>>;

/** What a wallet collects if the profile always requests the billing details from wallets. */
export const collectedBillingFields: readonly RequiredFieldName[] = [
  'billing.address.city',
  'billing.address.country#3',
  'billing.address.first_name#3',
  'billing.address.last_name#5',
  'billing.address.line1',
  'billing.address.line2',
  'billing.address.state',
  'billing.address.zip',
  'billing.email',
  'billing.phone.country_code',
  'billing.phone.number',
];

/** The same for the shipping details. */
export const collectedShippingFields: readonly RequiredFieldName[] = [
  'shipping.address.city',
  'shipping.address.country#3',
  'shipping.address.first_name',
  'shipping.address.last_name',
  'shipping.address.line1',
  'shipping.address.state',
  'shipping.address.zip',
  'shipping.email',
  'shipping.phone.country_code',
  'shipping.phone.number',
];

/** The name of a field on the wire, which all its definitions share. */
export const wireNameOf = (name: RequiredFieldName): string => name.replace(/#\d+$/, '');
