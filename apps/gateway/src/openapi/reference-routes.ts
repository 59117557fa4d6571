import { errorBody, refuse } from '@payorch/contracts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { takesGzip } from '../server';
import { apiDocument } from './document';
import { errorsPage } from './errors-page';
import { frontPage } from './front-page';
import { guidePage, guidesIndex } from './guide-pages';
import { isHashed, pageHeaders, readerHeaders, referenceAsset, referencePage } from './reference-page';
import { servedDocument, type ServedRoute } from './served-document';

const unknownUrl = JSON.stringify(errorBody(refuse('unknown_url')).body);
const html = 'text/html; charset=utf-8';
const zipped = promisify(gzip);

const notFound = (reply: FastifyReply): FastifyReply => reply.status(404).type('application/json').send(unknownUrl);

/** The routes that are added from now on. */
export function collectRoutes(server: FastifyInstance): readonly ServedRoute[] {
  const routes: ServedRoute[] = [];
  server.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url });
  });
  return routes;
}

/** `GET /openapi.json`, which documents `routes`. It has two megabytes, and a tenth of that compressed. */
function addDocument(server: FastifyInstance, publicUrl: string, routes: readonly ServedRoute[]): void {
  let text: string | undefined;
  let small: Promise<Buffer> | undefined;
  server.get('/openapi.json', async ({ headers }, reply) => {
    text ??= JSON.stringify(servedDocument(apiDocument, routes, publicUrl));
    void reply.type('application/json').header('vary', 'accept-encoding');
    if (!takesGzip(headers['accept-encoding'])) return reply.send(text);
    small ??= zipped(text);
    return reply.header('content-encoding', 'gzip').send(await small);
  });
}

/** The files of the pages. One whose name changes with its content may be stored for a year. */
function addAssets(server: FastifyInstance): void {
  server.get<{ Params: { asset: string } }>('/docs/:asset', async ({ params, headers }, reply) => {
    const asset = await referenceAsset(params.asset);
    if (!asset) return notFound(reply);
    const maxAge = isHashed(params.asset) ? 'public, max-age=31536000, immutable' : 'max-age=3600';
    void reply.headers({ ...pageHeaders, 'cache-control': maxAge, vary: 'accept-encoding' }).type(asset.type);
    return takesGzip(headers['accept-encoding'])
      ? reply.header('content-encoding', 'gzip').send(asset.small)
      : reply.send(asset.body);
  });
}

/** `GET /openapi.json`, the reader at `/docs`, the guides, the help for errors, and the front page. */
export function addReferenceRoutes(server: FastifyInstance, publicUrl: string, routes: readonly ServedRoute[]): void {
  addDocument(server, publicUrl, routes);
  addAssets(server);
  server.get('/docs', async (_request, reply) =>
    reply
      .headers(readerHeaders)
      .type(html)
      .send(await referencePage()),
  );
  for (const [path, page] of [
    ['/', frontPage],
    ['/docs/errors', errorsPage],
    ['/docs/guides', guidesIndex],
  ] as const)
    server.get(path, (_request, reply) => reply.headers(pageHeaders).type(html).send(page));
  server.get<{ Params: { guide: string } }>('/docs/guides/:guide', ({ params }, reply) => {
    const page = guidePage(params.guide);
    return page === undefined ? notFound(reply) : reply.headers(pageHeaders).type(html).send(page);
  });
  // The links of a page are relative to its address without the slash.
  for (const path of ['docs', 'docs/guides'])
    server.get(`/${path}/`, (_request, reply) => reply.redirect(`../${path.split('/').at(-1)}`, 308));
}
