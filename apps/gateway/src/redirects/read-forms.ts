import { bodyLimitBytes } from '../edge';
import type { FastifyInstance } from 'fastify';

/**
 * Banks send customers back by a form. Where a JSON body is wanted such a body is still none: those routes refuse whatever
 * is not the JSON reader's.
 */
export function readForms(server: FastifyInstance): void {
  server.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: bodyLimitBytes },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body))),
  );
}
