import type { Api } from '@payorch/harness';
import vm from 'node:vm';
import type { ExampleRequest } from './example-requests';

interface PageRequest {
  url: string;
  readonly method?: string;
  body?: string;
  readonly loadSpec?: boolean;
}

interface Interceptors {
  readonly requestInterceptor: (request: PageRequest) => PageRequest;
  readonly responseInterceptor: (response: { readonly ok: boolean; readonly text: string }) => unknown;
}

/** The reference's own script, as a browser runs it, with the document that the gateway serves. */
export async function openReference(api: Api): Promise<Interceptors> {
  const [script, document] = await Promise.all([api.get('/docs/start.js'), api.get('/openapi.json')]);
  let page: Interceptors | undefined;
  vm.runInNewContext(script.text, { URL, SwaggerUIBundle: (config: Interceptors) => void (page = config) });
  if (!page) throw new Error('the script of the reference starts no page');
  page.requestInterceptor({ url: '/openapi.json', loadSpec: true });
  page.responseInterceptor({ ok: true, text: document.text });
  return page;
}

/** The request as the page sends it: with ids of this system in place of the recorded ones. */
export function throughPage(page: Interceptors, request: ExampleRequest): ExampleRequest {
  const { method, url, body } = request;
  const sent = page.requestInterceptor({ method, url, ...(body !== undefined && { body }) });
  return { ...request, url: sent.url, body: sent.body };
}
