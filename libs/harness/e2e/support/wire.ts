import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Answer, Json } from '@payorch/harness';

/** Status and body of an answer, as the specs compare them. */
export interface StatusAndBody {
  readonly status: number;
  readonly body: Json;
}

export const statusAndBody = ({ status, body }: Answer): StatusAndBody => ({ status, body });

/** An error answer in the common format. */
export const refusal = (status: number, code: string, message: string, extra: object = {}): StatusAndBody => ({
  status,
  body: { error: { type: 'invalid_request', message, code, ...extra } },
});

/** An item of the list of problems, by its field. */
const problemAt = (field: string): Json =>
  expect.objectContaining({ field, message: expect.any(String) as string }) as Json;

/** The error with its list of several problems, of these fields in this order. */
export const listing = ({ status, body }: StatusAndBody, ...fields: readonly string[]): StatusAndBody => ({
  status,
  body: { error: { ...body.error, fields: fields.map(problemAt) } },
});

/** Texts about a field. All others are about the JSON itself, which has no field to name. */
const aboutField =
  /^Json deserialize error: (?:invalid (?:type|value|card|character)|unknown |missing |card |relative |value `|the minimum|\w+ must be at most)/;
const someProblems = expect.arrayContaining([expect.objectContaining({ code: 'IR_06' })]) as Json;

/**
 * The error answer to an unreadable body, which has another format. The message is compared without the position. An error
 * about a field has a list of problems; the specs about the list compare its items.
 */
export const unreadable = (message: string): StatusAndBody => ({
  status: 400,
  body: {
    error: {
      error_type: 'invalid_request',
      message,
      code: 'IR_06',
      ...(aboutField.test(message) && { fields: someProblems }),
    },
  },
});

/** The answer to an unreadable query string: the interface's text, then the list of problems. */
export const unreadableQuery = (detail: string, ...fields: readonly Json[]): StatusAndBody => ({
  status: 400,
  body: `Query deserialize error: ${detail}\n${JSON.stringify({ fields })}`,
});

/** The answer without ` at line L column C` in its message. */
export function withoutPlace(answer: Answer): StatusAndBody {
  const { status, body } = answer;
  const message: unknown = body?.error?.message;
  if (typeof message !== 'string') return { status, body };
  return { status, body: { error: { ...body.error, message: message.replace(/ at line \d+ column \d+$/, '') } } };
}

export const unauthorized = refusal(401, 'IR_01', 'API key not provided or invalid API key used');
export const missing = (field: string) => refusal(400, 'IR_04', `Missing required param: ${field}`);
export const wrongFormat = (field: string, expected: string) =>
  refusal(422, 'IR_05', `${field} contains invalid data. Expected format is ${expected}`);
export const notAllowed = (message: string) => refusal(422, 'IR_06', message);
/** `allowed`: what the message says is allowed, where it says so. */
export const wrongValue = (field: string, allowed?: string) =>
  refusal(400, 'IR_07', `Invalid value provided: ${field}${allowed === undefined ? '' : `. Allowed: ${allowed}`}`);
export const precondition = (message: string) => refusal(400, 'IR_16', message);
/** The error for a field that a publishable key cannot change. */
export const merchantOnly = (field: string) =>
  precondition(`${field} can only be set by the merchant: a publishable key cannot change it`);
export const absent = (message: string, extra: object = {}) => refusal(404, 'HE_02', message, extra);
export const noPayment = absent('Payment does not exist in our records');
/** What a browser gets where no account takes the payment. */
export const noConnectorForClients = refusal(
  400,
  'IR_39',
  'No eligible connector was found for the current payment method configuration',
);
/** The same for a secret key: with the accounts that routing left out, where the profile has any. */
export const noConnector: StatusAndBody = {
  ...noConnectorForClients,
  body: { error: expect.objectContaining(noConnectorForClients.body.error as object) as Json },
};

interface Published {
  readonly paths: Record<string, Record<string, Json>>;
  readonly components: { readonly schemas: Record<string, Json> };
}

/** The published interface. */
export const openapi = JSON.parse(
  readFileSync(path.resolve(__dirname, '../../../../api/openapi.json'), 'utf8'),
) as Published;

/** The keys of a schema in the order of the published interface. */
export const publishedKeys = (schema: string): string[] => Object.keys(openapi.components.schemas[schema].properties);

export const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
export const idLike = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}_[0-9A-Za-z]{20}$`)) as string;
