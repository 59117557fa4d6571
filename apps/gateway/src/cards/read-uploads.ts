import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { contentTypeError } from '../edge';

const uploads: ReadonlySet<string> = new Set(['/cards/update-batch']);
const isMultipart = (type: string | undefined): boolean => /^\s*multipart\//i.test(type ?? '');

/**
 * Lets the routes that take a file read it as it comes, up to their own limit. Everywhere else such a body is none: but for
 * this it would pass for a call without one. Processors send what they like to the routes of their webhooks.
 */
export function readUploads(server: FastifyInstance, limitBytes: number): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const { url = '' } = request.routeOptions;
    const isTaken = uploads.has(url) || url.startsWith('/webhooks/') || !isMultipart(request.headers['content-type']);
    done(isTaken ? undefined : contentTypeError());
  });
  void server.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: limitBytes, files: 1, fields: 0, parts: 1, headerPairs: 20 },
  });
}
