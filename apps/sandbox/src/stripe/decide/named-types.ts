/** Newer API versions send `allowed_payment_method_types`; both names are accepted. */
export interface NamedTypes {
  readonly payment_method_types?: readonly string[] | undefined;
  readonly allowed_payment_method_types?: readonly string[] | undefined;
}

export const namedTypes = (given: NamedTypes): readonly string[] | undefined =>
  given.allowed_payment_method_types ?? given.payment_method_types;
