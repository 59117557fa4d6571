import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { contentTypeError } from '../../errors';

const uploads: ReadonlySet<string> = new Set([
  ...['/cards/update-batch', '/blocklist/batch'],
  '/files',
  ...['/payment_methods/migrate-batch', '/payment_methods/update-batch', '/payment_methods/tokenize-card-batch'],
]);
/** Its other methods take JSON. */
const isEvidence = (method: string, url: string): boolean => method === 'PUT' && url === '/disputes/evidence';
const isMultipart = (type: string | undefined): boolean => /^\s*multipart\//i.test(type ?? '');

/**
 * Streams uploads on the routes that take a file, up to their own size limit. Every other route refuses a multipart
 * body, which would otherwise count as a request without a body. Processors may send any content type to the webhook
 * routes.
 */
export function readUploads(server: FastifyInstance, limitBytes: number): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const { url = '' } = request.routeOptions;
    const isTaken = uploads.has(url) || isEvidence(request.method, url) || url.startsWith('/webhooks/');
    done(isTaken || !isMultipart(request.headers['content-type']) ? undefined : contentTypeError());
  });
  void server.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: limitBytes, files: 1, fields: 0, parts: 1, headerPairs: 20 },
  });
}
