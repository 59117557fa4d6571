import type { Read as KitRead } from '../../kit/params/read-params';
import { paramReader } from '../../kit/params/read-params';

/** The `error` object of a response, and the form in which it is stored. */
export interface StripeError {
  readonly type: 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error';
  readonly message: string;
  readonly code?: string;
  readonly decline_code?: string;
  readonly param?: string;
  readonly charge?: string;
  readonly advice_code?: string;
  readonly network_decline_code?: string;
  /** The id of the attempted payment method; responses show the whole object. */
  readonly payment_method?: string;
  readonly payment_method_type?: string;
}

/** An error response and the id of its object. */
export interface Refusal {
  readonly http: number;
  readonly error: StripeError;
  readonly about?: string;
}

/** A value, or the refusal of the call that named it. */
export type Read<T> = KitRead<T, Refusal>;

type Rest = Partial<Omit<StripeError, 'type' | 'message'>>;

const refusal = (type: StripeError['type'], http: number, message: string, rest: Rest = {}): Refusal => ({
  http,
  error: { type, message, ...rest },
});

export const invalidRequest = (message: string, rest: Rest = {}, http = 400): Refusal =>
  refusal('invalid_request_error', http, message, rest);
export const cardError = (message: string, rest: Rest): Refusal => refusal('card_error', 402, message, rest);
export const parameterMissing = (message: string, param: string): Refusal =>
  invalidRequest(message, { code: 'parameter_missing', param });
export const missingParam = (param: string): Refusal => parameterMissing(`Missing required param: ${param}.`, param);

const oneOf = (values: readonly unknown[]): string =>
  values.length < 2 ? String(values[0]) : `${values.slice(0, -1).join(', ')}, or ${String(values.at(-1))}`;

/** Parses the parameters, or returns Stripe's error for the main problem. */
export const readParams = paramReader<Refusal>({
  missing: missingParam,
  unknown: (param) => invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param }),
  notOneOf: (param, values) => invalidRequest(`Invalid ${param}: must be one of ${oneOf(values)}`, { param }),
  wrongType(param, expected, input) {
    if (expected === 'object' || expected === 'record') return invalidRequest('Invalid object', { param });
    if (expected === 'array') return invalidRequest('Invalid array', { param });
    return invalidRequest(`Invalid string: ${JSON.stringify(input)}`, { param });
  },
  rejected: (param, message, code) => invalidRequest(message, code === undefined ? { param } : { code, param }),
  invalid: (param, message) => invalidRequest(`Invalid ${param}: ${message}`, { param }),
});

/** An id in the path is answered with 404, an id in the body with 400. */
export const noSuch = (noun: string, id: string, param: string, http: 400 | 404 = 400): Refusal =>
  invalidRequest(`No such ${noun}: '${id}'`, { code: 'resource_missing', param }, http);
export const unexpectedState = (message: string, about: string): Refusal => ({
  ...invalidRequest(message, { code: 'payment_intent_unexpected_state' }),
  about,
});

export const noApiKey: Refusal = invalidRequest(
  "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
  {},
  401,
);

/** Shows only the prefix and the last four characters of the key. */
export function wrongApiKey(key: string): Refusal {
  const [, prefix = '', rest = ''] = /^((?:sk|pk|rk)_(?:test|live)_)?(.*)$/s.exec(key) ?? [];
  const shown = rest.length > 4 ? rest.slice(-4).padStart(rest.length, '*') : '*'.repeat(rest.length);
  return invalidRequest(`Invalid API Key provided: ${prefix}${shown}`, {}, 401);
}

export const wrongAccount = (account: string): Refusal =>
  invalidRequest(
    `The provided key does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`,
    { code: 'account_invalid' },
    403,
  );
export const notAForm: Refusal = invalidRequest(
  'Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.',
);
export const unrecognizedUrl = (method: string, path: string): Refusal =>
  invalidRequest(
    `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    {},
    404,
  );
export const apiFailure: Refusal = refusal('api_error', 500, 'An unknown error occurred.');
export const rateLimited: Refusal = invalidRequest(
  'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
  { code: 'rate_limit' },
  429,
);

const maxKeyLength = 255;
export const keyTooLong = (key: string): Refusal | undefined =>
  key.length > maxKeyLength
    ? invalidRequest(`Idempotency keys must be at most ${maxKeyLength} characters long.`)
    : undefined;
export const keyReused = (key: string): Refusal =>
  refusal(
    'idempotency_error',
    400,
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  );
export const keyInUse = (key: string): Refusal =>
  refusal(
    'idempotency_error',
    409,
    `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    { code: 'idempotency_key_in_use' },
  );
