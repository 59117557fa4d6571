/** A call of a processor as data. `body` is the text to send; the HTTP client adds only the length. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** A processor's response. Header names are in lower case. */
export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Headers = Readonly<Record<string, string>>;

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Drops absent fields at every depth: processors' schemas refuse nulls and empty strings far more often than gaps. */
export function withoutAbsent(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => !isAbsent(item)).map(withoutAbsent);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => !isAbsent(field))
      .map(([name, field]) => [name, withoutAbsent(field)]),
  );
}

/** A POST with a JSON body, absent fields left out. */
export const postJson = (url: string, body: object, headers: Headers): HttpRequest => ({
  method: 'POST',
  url,
  headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
  body: JSON.stringify(withoutAbsent(body)),
});

/** One `name[inner][0]=value` for each leaf: the form that servers of PHP and Ruby descent read as nested. */
function* formFields(name: string, value: unknown): Generator<[string, string]> {
  if (typeof value !== 'object' || value === null) return yield [name, String(value)];
  for (const [key, inner] of Object.entries(value)) yield* formFields(name === '' ? key : `${name}[${key}]`, inner);
}

/** A POST with a form of nested fields, absent ones left out. */
export const postForm = (url: string, fields: object, headers: Headers): HttpRequest => ({
  method: 'POST',
  url,
  headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
  body: new URLSearchParams([...formFields('', withoutAbsent(fields))]).toString(),
});

export const getJson = (url: string, headers: Headers): HttpRequest => ({
  method: 'GET',
  url,
  headers: { ...headers, accept: 'application/json' },
  body: null,
});

/** The content of a request as data: the JSON of its body, a form's fields by name, or the plain text. */
export function contentOf({ headers, body }: HttpRequest): unknown {
  if (body === null) return null;
  return headers['content-type'] === 'application/x-www-form-urlencoded'
    ? Object.fromEntries(new URLSearchParams(body))
    : (jsonOf(body) ?? body);
}

/** Joins a base URL and path segments; each segment is escaped, so that a processor's id cannot change the path. */
export const urlOf = (baseUrl: string, ...segments: readonly string[]): string =>
  [baseUrl.replace(/\/+$/, ''), ...segments.map(encodeURIComponent)].join('/');

/** The JSON of a body; undefined if the body is not JSON. */
export function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}
