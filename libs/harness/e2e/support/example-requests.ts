import { apiAt, type Answer, type RunningSystem, type TestMerchant } from '@payorch/harness';
import { type Example, type ExampleJson } from '@payorch/rest/reference';
import { openapi } from './wire';

/** A request as it is sent. */
export interface ExampleRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

interface Placed {
  readonly method: string;
  readonly url: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
}

function placeOf(operationId: string): Placed {
  for (const [url, methods] of Object.entries(openapi.paths))
    for (const [method, operation] of Object.entries(methods))
      if (operation.operationId === operationId) return { method, url, security: operation.security ?? [] };
  throw new Error(`api/openapi.json has no operation "${operationId}"`);
}

const asForm = (text: string): string =>
  [
    '--part',
    'content-disposition: form-data; name="file"; filename="upload.csv"',
    'content-type: text/csv',
    '',
    text,
    '--part--',
    '',
  ].join('\r\n');

function contentOf(body: ExampleJson | undefined, file: string | undefined): Pick<ExampleRequest, 'headers' | 'body'> {
  if (file !== undefined)
    return { headers: { 'content-type': 'multipart/form-data; boundary=part' }, body: asForm(file) };
  if (body === undefined) return { headers: {}, body: undefined };
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** The request of an example whose references are resolved. */
export function requestOfExample({ operation, path = {}, query = {}, headers = {}, body, file }: Example): ExampleRequest {
  const { method, url } = placeOf(operation);
  const filled = url.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  const content = contentOf(body, file);
  return {
    method: method.toUpperCase(),
    url: search ? `${filled}?${search}` : filled,
    headers: { ...headers, ...content.headers },
    body: content.body,
  };
}

/** Sends requests with the key that the first security scheme of an operation names. */
export function exampleSender(system: RunningSystem, merchant: TestMerchant) {
  const keys: Readonly<Record<string, string>> = {
    admin_api_key: system.adminKey,
    api_key: merchant.apiKey,
    publishable_key: merchant.publishableKey,
  };
  const api = apiAt(system.baseUrl('gateway'));
  return (operationId: string, { method, url, headers, body }: ExampleRequest): Promise<Answer> => {
    const [scheme] = Object.keys(placeOf(operationId).security[0] ?? {});
    const key = scheme === undefined ? undefined : keys[scheme];
    const known = method as 'GET' | 'POST' | 'PUT' | 'DELETE';
    return api.raw(known, url, body, { ...headers, ...(key !== undefined && { 'api-key': key }) });
  };
}
