import { assetsPath, pageAssets } from '@payorch/checkout-page';
import { errorBody, refuse } from '@payorch/contracts';
import type { FastifyInstance } from 'fastify';
import { gzipSync } from 'node:zlib';
import { takesGzip } from '../../server';

const headers = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'",
  'x-content-type-options': 'nosniff',
  vary: 'accept-encoding',
} as const;

const files = new Map(
  pageAssets.map(({ name, type, body }) => [name, { type, body, small: gzipSync(body, { level: 9 }) }]),
);
const unknownUrl = JSON.stringify(errorBody(refuse('unknown_url')).body);

/** Serves the pages' files from memory, compressed once. An earlier version's page asks for a name that this one does not have: 404. */
export function addPageAssets(server: FastifyInstance): void {
  server.get<{ Params: { asset: string } }>(`${assetsPath}/:asset`, ({ params, headers: sent }, reply) => {
    const file = files.get(params.asset);
    if (!file) return reply.status(404).type('application/json').send(unknownUrl);
    void reply.headers(headers).type(file.type);
    return takesGzip(sent['accept-encoding'])
      ? reply.header('content-encoding', 'gzip').send(file.small)
      : reply.send(file.body);
  });
}
