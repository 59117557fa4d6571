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

type Rest = Partial<Omit<StripeError, 'type' | 'message'>>;

const invalid = (message: string, rest: Rest = {}, http = 400): Refusal => ({
  http,
  error: { type: 'invalid_request_error', message, ...rest },
});

export const invalidRequest = invalid;
export const missingParam = (param: string): Refusal =>
  invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
export const unknownParam = (param: string): Refusal =>
  invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
export const parameterMissing = (message: string, param: string): Refusal =>
  invalid(message, { code: 'parameter_missing', param });

/** An id in the path is answered with 404, an id in the body with 400. */
export const noSuch = (noun: string, id: string, param: string, http: 400 | 404 = 400): Refusal =>
  invalid(`No such ${noun}: '${id}'`, { code: 'resource_missing', param }, http);
export const unexpectedState = (message: string, about?: string): Refusal => ({
  ...invalid(message, { code: 'payment_intent_unexpected_state' }),
  ...(about === undefined ? {} : { about }),
});
export const cardError = (message: string, rest: Rest): Refusal => ({
  http: 402,
  error: { type: 'card_error', message, ...rest },
});

export const noApiKey: Refusal = invalid(
  "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
  {},
  401,
);

/** Shows only the prefix and the last four characters of the key. */
export function wrongApiKey(key: string): Refusal {
  const [, prefix = '', rest = ''] = /^((?:sk|pk|rk)_(?:test|live)_)?(.*)$/s.exec(key) ?? [];
  const shown = rest.length > 4 ? `${'*'.repeat(rest.length - 4)}${rest.slice(-4)}` : '*'.repeat(rest.length);
  return invalid(`Invalid API Key provided: ${prefix}${shown}`, {}, 401);
}

export const wrongAccount = (account: string): Refusal =>
  invalid(
    `The provided key does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`,
    { code: 'account_invalid' },
    403,
  );

export const unrecognizedUrl = (method: string, path: string): Refusal =>
  invalid(
    `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    {},
    404,
  );
export const apiFailure: Refusal = {
  http: 500,
  error: { type: 'api_error', message: 'An unknown error occurred.' },
};
export const rateLimited: Refusal = invalid(
  'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
  { code: 'rate_limit' },
  429,
);

const idempotency = (http: number, message: string, code?: string): Refusal => ({
  http,
  error: { type: 'idempotency_error', message, ...(code === undefined ? {} : { code }) },
});
export const keyReused = (key: string): Refusal =>
  idempotency(
    400,
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  );
export const keyInUse = (key: string): Refusal =>
  idempotency(
    409,
    `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    'idempotency_key_in_use',
  );
