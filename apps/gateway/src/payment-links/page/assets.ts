import { errorBody, refuse } from '@payorch/contracts';
import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { takesGzip } from '../../server';
import collect from './browser/collect?script';
import checkout from './browser/main?script';
import notice from './browser/notice?script';

/** A file of the pages; its name changes with its content, so that browsers may store it. */
export interface PageAsset {
  readonly name: string;
  readonly type: string;
  readonly body: string;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

const scriptOf = (name: string, body: string): PageAsset => ({
  name: `${name}.${hashOf(body)}.js`,
  type: 'text/javascript; charset=utf-8',
  body,
});

/** The script of the checkout page. */
export const checkoutScript = scriptOf('checkout', checkout);

/** The script of the page where a customer saves a payment method. */
export const collectScript = scriptOf('collect', collect);

/** The script of the pages without a form. */
export const noticeScript = scriptOf('notice', notice);

/** Beside `/payment_link`, where the first segment is a merchant's id. */
export const assetsPath = '/payment_link_assets';

const headers = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'",
  'x-content-type-options': 'nosniff',
  vary: 'accept-encoding',
} as const;

const files = new Map(
  [checkoutScript, collectScript, noticeScript].map(({ name, type, body }) => [
    name,
    { type, body, small: gzipSync(body, { level: 9 }) },
  ]),
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
