import type { Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { maskSecret } from './mask-secret';

/** `connector_account_details` in the words of the wire: what each shape holds. */
const authFields = {
  HeaderKey: ['api_key'],
  BodyKey: ['api_key', 'key1'],
  SignatureKey: ['api_key', 'key1', 'api_secret'],
  MultiAuthKey: ['api_key', 'key1', 'api_secret', 'key2'],
  CertificateAuth: ['certificate', 'private_key'],
  NoKey: [],
  TemporaryAuth: [],
} as const satisfies Record<string, readonly string[]>;

export type Credentials = { readonly auth_type: keyof typeof authFields } & Readonly<Record<string, string>>;

const isAuthType = (text: unknown): text is keyof typeof authFields =>
  typeof text === 'string' && Object.hasOwn(authFields, text);

const shapeRefusal = refuse('invalid_format', {
  field: 'connector_account_details',
  expected: 'auth_type and api_key',
});

/**
 * Reads credentials by their shape: only the fields of their auth type are kept. Refused are a shape that is none, one that
 * the connector does not take, and an empty field, under its name.
 */
export function readCredentials(sent: unknown, accepted: readonly string[]): Credentials | Refusal {
  const details = (sent ?? {}) as Record<string, unknown>;
  const authType = details['auth_type'];
  if (!isAuthType(authType)) return shapeRefusal;
  const fields: readonly string[] = authFields[authType];
  if (fields.some((field) => typeof details[field] !== 'string')) return shapeRefusal;
  if (authType !== 'TemporaryAuth' && !accepted.includes(authType)) {
    return refuse('invalid_request', { message: 'The auth type is invalid for the connector' });
  }
  const empty = fields.find((field) => (details[field] as string).trim() === '');
  if (empty !== undefined) {
    return refuse('invalid_format', { field: `connector_account_details.${empty}`, expected: 'a non empty String' });
  }
  return { auth_type: authType, ...Object.fromEntries(fields.map((field) => [field, details[field]])) } as Credentials;
}

export const maskCredentials = ({ auth_type, ...secrets }: Credentials): Record<string, string> => ({
  auth_type,
  ...Object.fromEntries(Object.entries(secrets).map(([field, secret]) => [field, maskSecret(secret)])),
});
