import { errorBody, refuse } from '@payorch/contracts';
import type { FastifyInstance } from 'fastify';
import { apiDocument } from './document';
import { errorsPage } from './errors-page';
import { frontPage } from './front-page';
import { pageHeaders, referenceAsset, referencePage } from './reference-page';
import { servedDocument, type ServedRoute } from './served-document';

const unknownUrl = JSON.stringify(errorBody(refuse('unknown_url')).body);

/** The routes that are added from now on. */
export function collectRoutes(server: FastifyInstance): readonly ServedRoute[] {
  const routes: ServedRoute[] = [];
  server.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url });
  });
  return routes;
}

/** `GET /openapi.json`, which documents `routes`, the page at `/docs` that renders it, the help for errors, and the front page. */
export function addReferenceRoutes(server: FastifyInstance, publicUrl: string, routes: readonly ServedRoute[]): void {
  let text: string | undefined;
  server.get('/openapi.json', (_request, reply) => {
    text ??= JSON.stringify(servedDocument(apiDocument, routes, publicUrl));
    return reply.type('application/json').send(text);
  });
  for (const [path, page] of [
    ['/', frontPage],
    ['/docs', referencePage],
    ['/docs/errors', errorsPage],
  ] as const)
    server.get(path, (_request, reply) => reply.headers(pageHeaders).type('text/html; charset=utf-8').send(page));
  server.get<{ Params: { asset: string } }>('/docs/:asset', async ({ params }, reply) => {
    const asset = await referenceAsset(params.asset);
    if (!asset) return reply.status(404).type('application/json').send(unknownUrl);
    return reply
      .headers({ ...pageHeaders, 'cache-control': 'max-age=3600' })
      .type(asset.type)
      .send(asset.body);
  });
}
