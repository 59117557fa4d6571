export type Json = Readonly<Record<string, unknown>>;
export type Text = string | null;
/** Fields of one type. */
export type Fields<K extends string, V> = { readonly [P in K]: V };

const addressParts = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };
export type Address = Fields<keyof typeof addressParts, Text>;
export const noAddress: Address = addressParts;

export interface Billing extends Fields<'email' | 'name' | 'phone', Text> {
  readonly address: Address;
}
export const noBilling: Billing = { address: noAddress, email: null, name: null, phone: null };
