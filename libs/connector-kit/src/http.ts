import { createHash } from 'node:crypto';

/** A call of a processor as data. `body` is what is sent, a file as its bytes; the HTTP client adds only the length. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
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

/** A file within a form. */
export interface FilePart {
  /** The name of the form's field. */
  readonly field: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Names within a header of a part: only what cannot end the header or its quotes. */
const headerText = (text: string): string => text.replaceAll(/[^\x20-\x7e]|["\\]/g, '_');

/** The parts of a form in their bytes, between boundaries. */
function multipartOf(fields: Readonly<Record<string, string>>, file: FilePart, boundary: string): Buffer {
  const head = (disposition: string, type = '') =>
    `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n${type}\r\n`;
  const texts = Object.entries(fields).map(([name, value]) => `${head(`name="${headerText(name)}"`)}${value}\r\n`);
  const { field, fileName, contentType, bytes } = file;
  const named = `name="${headerText(field)}"; filename="${headerText(fileName)}"`;
  const ofFile = head(named, `content-type: ${headerText(contentType)}\r\n`);
  return Buffer.concat([Buffer.from(texts.join('') + ofFile), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
}

/**
 * A POST with a form that has a file (`multipart/form-data`). The boundary follows from the content: the same upload has the same
 * bytes, which idempotency keys need, and no file can contain its own boundary.
 */
export function postFile(
  url: string,
  fields: Readonly<Record<string, string>>,
  file: FilePart,
  headers: Headers,
): HttpRequest {
  const hash = createHash('sha256')
    .update(JSON.stringify([fields, file.fileName]))
    .update(file.bytes);
  const boundary = `payorch-${hash.digest('hex').slice(0, 40)}`;
  return {
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}`, accept: 'application/json' },
    body: multipartOf(fields, file, boundary),
  };
}

/** The fields of a form with a file: texts as they are, of a file its name, type and length. */
function partsOf(body: Buffer, boundary: string): unknown {
  const parts = body.toString('latin1').split(`--${boundary}`).slice(1, -1);
  return Object.fromEntries(
    parts.map((part) => {
      const [head = '', content = ''] = splitOnce(part, '\r\n\r\n');
      const value = content.replace(/\r\n$/, '');
      const valueOf = (pattern: RegExp): string | undefined => pattern.exec(head)?.[1];
      const fileName = valueOf(/; filename="([^"]*)"/);
      const name = valueOf(/; name="([^"]*)"/) ?? '';
      if (fileName === undefined) return [name, Buffer.from(value, 'latin1').toString('utf8')];
      return [name, { fileName, contentType: valueOf(/^content-type: ([^\r]*)/m), bytes: value.length }];
    }),
  );
}

function splitOnce(text: string, by: string): readonly string[] {
  const at = text.indexOf(by);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + by.length)];
}

/** The content of a request as data: the JSON of its body, a form's fields by name, or the plain text. */
export function contentOf({ headers, body }: HttpRequest): unknown {
  if (body === null) return null;
  if (typeof body !== 'string') {
    const [, boundary = ''] = splitOnce(headers['content-type'] ?? '', 'boundary=');
    return partsOf(body, boundary);
  }
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
