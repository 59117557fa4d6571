import { authFields as connectorAuthFields } from '@payorch/connector-kit';
import type { JsonObject, Refusal } from '@payorch/contracts';
import { joinRefusals, refuse } from '@payorch/contracts';
import { maskDeep } from '../mask-secret';
import { isCertificatePair } from './certificate-pair';

/** The shapes of `connector_account_details`: those that connectors may accept, and two that no connector accepts yet. */
const authFields = {
  ...connectorAuthFields,
  CurrencyAuthKey: ['auth_key_map'],
  TemporaryAuth: [],
} as const satisfies Record<string, readonly string[]>;

export type Credentials = { readonly auth_type: keyof typeof authFields } & JsonObject;

const isAuthType = (text: unknown): text is keyof typeof authFields =>
  typeof text === 'string' && Object.hasOwn(authFields, text);

const badFormat = (field: string, expected: string): Refusal => refuse('invalid_format', { field, expected });
const shapeRefusal = badFormat('connector_account_details', 'auth_type and api_key');

type Details = Readonly<Record<string, unknown>>;

const isMap = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);
const hasShape = (details: Details, field: string): boolean =>
  field === 'auth_key_map' ? isMap(details[field]) : typeof details[field] === 'string';

/** The auth type that credentials name; undefined if they name none that exists. */
export function authTypeIn(sent: unknown): keyof typeof authFields | undefined {
  const authType = typeof sent === 'object' && sent !== null && 'auth_type' in sent ? sent.auth_type : undefined;
  return isAuthType(authType) ? authType : undefined;
}

/** The invalid fields of a valid shape. */
function checkFields(details: Details, fields: readonly string[]): Refusal | undefined {
  const { auth_key_map: map, certificate, private_key: key } = details;
  if (fields.includes('auth_key_map')) {
    return isMap(map) && Object.keys(map).length > 0
      ? undefined
      : badFormat('connector_account_details.auth_key_map', 'a non empty map');
  }
  if (fields.includes('certificate') && !isCertificatePair(String(certificate), String(key))) {
    return badFormat(
      'connector_account_details.certificate or connector_account_details.private_key',
      'a valid base64 encoded string of PEM encoded Certificate and Private Key',
    );
  }
  const empty = fields.filter((field) => String(details[field]).trim() === '');
  return joinRefusals(empty.map((field) => badFormat(`connector_account_details.${field}`, 'a non empty String')));
}

/**
 * Reads credentials by their shape and stores only the fields of their auth type. Refuses an unknown shape, an invalid
 * field, under its name, and a shape that the connector does not support.
 */
export function readCredentials(sent: unknown, accepted: readonly string[]): Credentials | Refusal {
  const details = (sent ?? {}) as Details;
  const authType = details['auth_type'];
  if (!isAuthType(authType)) return shapeRefusal;
  const fields: readonly string[] = authFields[authType];
  if (!fields.every((field) => hasShape(details, field))) return shapeRefusal;
  const refused = checkFields(details, fields);
  if (refused) return refused;
  if (authType !== 'TemporaryAuth' && !accepted.includes(authType)) {
    return refuse('invalid_request', {
      message: 'The auth type is invalid for the connector',
      path: 'connector_account_details.auth_type',
    });
  }
  return { auth_type: authType, ...Object.fromEntries(fields.map((field) => [field, details[field]])) } as Credentials;
}

export const maskCredentials = ({ auth_type, ...secrets }: Credentials): JsonObject => ({
  auth_type,
  ...(maskDeep(secrets) as JsonObject),
});
