import { z } from 'zod';

/** The shapes of `connector_account_details` with their fields, by their names in the interface. */
export const authFields = {
  HeaderKey: ['api_key'],
  BodyKey: ['api_key', 'key1'],
  SignatureKey: ['api_key', 'key1', 'api_secret'],
  MultiAuthKey: ['api_key', 'key1', 'api_secret', 'key2'],
  CertificateAuth: ['certificate', 'private_key'],
  NoKey: [],
} as const satisfies Record<string, readonly string[]>;

export type AuthType = keyof typeof authFields;

/** The opened credentials of one account: `auth_type` and the fields that belong to it; a union for several shapes. */
export type AuthOf<T extends AuthType> = T extends AuthType
  ? { readonly auth_type: T } & { readonly [Field in (typeof authFields)[T][number]]: string }
  : never;

const field = z.string().trim().min(1);

/** The parser of one shape. */
const authShape = <const T extends AuthType>(type: T): z.ZodType<AuthOf<T>> => {
  const fields = Object.fromEntries(authFields[type].map((name) => [name, field]));
  return z.object({ auth_type: z.literal(type), ...fields }) as unknown as z.ZodType<AuthOf<T>>;
};

/** The parser of credentials in any of the accepted shapes. It drops unknown fields and refuses an empty one. */
export const acceptedCredentials = <T extends AuthType>(types: readonly T[]): z.ZodType<AuthOf<T>> =>
  z.union(types.map((type) => authShape(type)));
