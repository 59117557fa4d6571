import type { FastifyInstance } from 'fastify';
import { BodyError, contentTypeError } from './errors';
import { JsonError, noBody, readJson } from './json';

/** The largest body that the interface takes, in bytes. */
export const bodyLimitBytes = 32_768;

const json = /^application\/(?:[\w.-]+\+)?json(?:\s*;|$)/i;

/** Reads every body as strict JSON; any other content type is refused unread. */
export function readBodies(server: FastifyInstance, limitBytes = bodyLimitBytes): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser<Buffer>(json, { parseAs: 'buffer', bodyLimit: limitBytes }, (_request, body, done) => {
    try {
      // Nothing is no error yet: most routes without a body of their own are called so, and some of those with one.
      done(null, body.length === 0 ? noBody : readJson(body));
    } catch (error) {
      done(error instanceof JsonError ? new BodyError(`Json deserialize error: ${error.message}`) : (error as Error));
    }
  });
  server.addContentTypeParser('*', (_request, _payload, done) => done(contentTypeError()));
}

/** The text for a body over the limit; a body sent in chunks never told its length. */
export const tooLarge = (limitBytes: number, declaredBytes: string | undefined): BodyError =>
  new BodyError(
    declaredBytes === undefined
      ? `JSON payload has exceeded limit (${limitBytes} bytes).`
      : `JSON payload (${declaredBytes} bytes) is larger than allowed (limit: ${limitBytes} bytes).`,
  );
