import type { Answer, Api } from '@payorch/harness';
import vm from 'node:vm';
import type { ExampleRequest } from './example-requests';

type Send = (request: ExampleRequest) => Promise<Answer>;

/**
 * Sends requests through the reference's own script, as a browser runs it, with the document that the gateway serves: with ids
 * of this system in place of the recorded ones. `send` is the network.
 */
export async function openReference(api: Api, send: (operation: string, request: ExampleRequest) => Promise<Answer>) {
  const origin = 'http://reference.example';
  const [page, document] = await Promise.all([api.get('/docs'), api.get('/openapi.json')]);
  const [, script = ''] = /src="(docs\/start\.[^"]+)"/.exec(page.text) ?? [];
  let network: Send = async () => document;
  let answer: Answer | undefined;
  const fetch = async (request: Request): Promise<Response> => {
    const body = await request.text();
    answer = await network({
      method: request.method as ExampleRequest['method'],
      url: request.url.slice(origin.length),
      headers: Object.fromEntries(request.headers),
      body: body === '' ? undefined : body,
    });
    return new Response(answer.status === 204 ? null : answer.text, { status: answer.status });
  };
  const context = { URL, Request, Scalar: { createApiReference: () => undefined }, fetch };
  vm.runInNewContext((await api.get(`/${script}`)).text, context);
  const browser = context as unknown as { fetch(url: string, init?: RequestInit): Promise<unknown> };
  await browser.fetch(`${origin}/openapi.json`);

  return async (operation: string, { method, url, headers, body }: ExampleRequest): Promise<Answer> => {
    network = (request) => send(operation, request);
    await browser.fetch(`${origin}${url}`, { method, headers, ...(body !== undefined && { body }) });
    if (!answer) throw new Error(`the script sent no request for ${operation}`);
    return answer;
  };
}
