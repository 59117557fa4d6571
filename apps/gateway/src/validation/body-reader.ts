import type { FastifyInstance } from 'fastify';
import { BodyError, contentTypeError } from '../errors';
import { JsonError, emptyBody, readJson } from './json';

/** The body limit of the interface, in bytes. */
export const bodyLimitBytes = 32_768;

const json = /^application\/(?:[\w.-]+\+)?json(?:\s*;|$)/i;

/** Reads every body as strict JSON; refuses other content types without reading the body. */
export function readBodies(server: FastifyInstance, limitBytes = bodyLimitBytes): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser<Buffer>(json, { parseAs: 'buffer', bodyLimit: limitBytes }, (_request, body, done) => {
    try {
      // An empty body is not an error yet: most routes take none, and some take an optional one.
      done(null, body.length === 0 ? emptyBody : readJson(body));
    } catch (error) {
      done(error instanceof JsonError ? new BodyError(`Json deserialize error: ${error.message}`) : (error as Error));
    }
  });
  server.addContentTypeParser('*', (_request, _payload, done) => done(contentTypeError()));
}

/** The error for a body over the limit; a chunked body has no declared length. */
export const tooLarge = (limitBytes: number, declaredBytes: string | undefined): BodyError =>
  new BodyError(
    declaredBytes === undefined
      ? `JSON payload has exceeded limit (${limitBytes} bytes).`
      : `JSON payload (${declaredBytes} bytes) is larger than allowed (limit: ${limitBytes} bytes).`,
  );
