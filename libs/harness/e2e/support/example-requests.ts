import { exampleName, type Example } from '@payorch/rest/reference';
import { openapi } from './wire';

/** A request as it is sent; the url has path and query. */
export interface ExampleRequest {
  readonly method: (typeof methods)[number];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const keyKinds = ['admin_api_key', 'api_key', 'publishable_key'] as const;

/** The security scheme that names the key of an operation; undefined for an operation without a key. */
export type KeyKind = (typeof keyKinds)[number] | undefined;

interface Place {
  readonly method: ExampleRequest['method'];
  readonly path: string;
  readonly keyKind: KeyKind;
}

function placeOf(operationId: string): Place {
  for (const [path, operations] of Object.entries(openapi.paths))
    for (const [name, operation] of Object.entries(operations)) {
      const method = methods.find((one) => one === name.toUpperCase());
      const keyKind = keyKinds.find((kind) => kind in (operation.security[0] ?? {}));
      if (method && operation.operationId === operationId) return { method, path, keyKind };
    }
  throw new Error(`api/openapi.json has no operation "${operationId}"`);
}

export const keyKindOf = (operationId: string): KeyKind => placeOf(operationId).keyKind;

const asForm = (text: string, type: string, fields: Readonly<Record<string, string>>): string =>
  [
    ...Object.entries(fields).flatMap(([name, value]) => [
      ...['--part', `content-disposition: form-data; name="${name}"`, '', value],
    ]),
    '--part',
    `content-disposition: form-data; name="file"; filename="upload.${type.split('/').at(-1)}"`,
    `content-type: ${type}`,
    '',
    text,
    '--part--',
    '',
  ].join('\r\n');

type Content = Pick<Example, 'body' | 'file' | 'fileType' | 'fields'>;

function contentOf({
  body,
  file,
  fileType = 'text/csv',
  fields = {},
}: Content): Pick<ExampleRequest, 'headers' | 'body'> {
  if (file !== undefined)
    return {
      headers: { 'content-type': 'multipart/form-data; boundary=part' },
      body: asForm(file, fileType, fields),
    };
  if (body === undefined) return { headers: {}, body: undefined };
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** The request of an example whose references are resolved. */
export function requestOfExample({ operation, path = {}, query = {}, headers = {}, ...rest }: Example): ExampleRequest {
  const place = placeOf(operation);
  const filled = place.path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  const content = contentOf(rest);
  return {
    method: place.method,
    url: search ? `${filled}?${search}` : filled,
    headers: { ...headers, ...content.headers },
    body: content.body,
  };
}

/** Every example, each after those that it needs anew. */
export function inSendingOrder(examples: readonly Example[]): Example[] {
  const byName = new Map(examples.map((example) => [exampleName(example), example]));
  const needed = ({ needs = [] }: Example): Example[] =>
    needs.flatMap((name) => {
      const need = byName.get(name);
      if (!need) throw new Error(`no example is named "${name}"`);
      return [...needed(need), need];
    });
  return examples.flatMap((example) => [...needed(example), example]);
}
