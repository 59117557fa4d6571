/** Newer API versions send `allowed_payment_method_types`; both names are accepted. */
export interface NamedTypes {
  readonly payment_method_types?: readonly string[] | undefined;
  readonly allowed_payment_method_types?: readonly string[] | undefined;
}

export const namedTypes = (input: NamedTypes): readonly string[] | undefined =>
  input.allowed_payment_method_types ?? input.payment_method_types;
