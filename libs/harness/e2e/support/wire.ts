import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Answer, Json } from '@payorch/harness';

/** Status and body of an answer, as the specs compare them. */
export interface StatusAndBody {
  readonly status: number;
  readonly body: Json;
}

export const statusAndBody = ({ status, body }: Answer): StatusAndBody => ({ status, body: withoutFields(body) });

/** An error body without its list of problems, which the specs about the list compare. */
function withoutFields(body: Json): Json {
  if (!Array.isArray(body?.error?.fields)) return body;
  const { fields: _, ...error } = body.error;
  return { ...body, error };
}

/** An error answer in the common format. */
export const refusal = (status: number, code: string, message: string, extra: object = {}): StatusAndBody => ({
  status,
  body: { error: { type: 'invalid_request', message, code, ...extra } },
});

/** The error answer to an unreadable body, which has another format. The message is compared without the position. */
export const unreadable = (message: string): StatusAndBody => ({
  status: 400,
  body: { error: { error_type: 'invalid_request', message, code: 'IR_06' } },
});

/** The answer without ` at line L column C` in its message. */
export function withoutPlace(answer: Answer): StatusAndBody {
  const { status, body } = statusAndBody(answer);
  const message: unknown = body?.error?.message;
  if (typeof message !== 'string') return { status, body };
  return { status, body: { error: { ...body.error, message: message.replace(/ at line \d+ column \d+$/, '') } } };
}

export const unauthorized = refusal(401, 'IR_01', 'API key not provided or invalid API key used');
export const missing = (field: string) => refusal(400, 'IR_04', `Missing required param: ${field}`);
export const wrongFormat = (field: string, expected: string) =>
  refusal(422, 'IR_05', `${field} contains invalid data. Expected format is ${expected}`);
export const notAllowed = (message: string) => refusal(422, 'IR_06', message);
export const wrongValue = (field: string) => refusal(400, 'IR_07', `Invalid value provided: ${field}`);
export const precondition = (message: string) => refusal(400, 'IR_16', message);
/** The error for a field that a publishable key cannot change. */
export const merchantOnly = (field: string) =>
  precondition(`${field} can only be set by the merchant: a publishable key cannot change it`);
export const absent = (message: string, extra: object = {}) => refusal(404, 'HE_02', message, extra);
export const noPayment = absent('Payment does not exist in our records');
export const noConnector = refusal(
  400,
  'IR_39',
  'No eligible connector was found for the current payment method configuration',
);

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
