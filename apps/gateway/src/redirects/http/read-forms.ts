import type { FastifyInstance } from 'fastify';
import { bodyLimitBytes } from '../../validation';

/**
 * Banks return customers with a form. JSON routes still refuse a form body, since only the JSON reader's bodies pass
 * there.
 */
export function readForms(server: FastifyInstance): void {
  server.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: bodyLimitBytes },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body))),
  );
}
