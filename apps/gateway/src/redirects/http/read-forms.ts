import type { FastifyInstance } from 'fastify';
import { BodyError } from '../../errors';
import { bodyLimitBytes } from '../../validation';

/**
 * Banks return customers with a form. JSON routes still refuse a form body, since only the JSON reader's bodies pass
 * there.
 */
export function readForms(server: FastifyInstance): void {
  server.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: bodyLimitBytes },
    (_request, body, done) => {
      const form = new URLSearchParams(body);
      // PostgreSQL cannot store it, and no bank sends it.
      const hasNul = [...form].flat().some((text) => text.includes('\0'));
      if (hasNul) done(new BodyError('Form deserialize error: NUL character in a value'));
      else done(null, Object.fromEntries(form));
    },
  );
}
