import { errorBody, refuse } from '@payorch/contracts';
import { answerClientErrors } from '@payorch/platform/http';
import type { Logger } from '@payorch/platform/telemetry';
import type { FastifyHttpOptions, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Server } from 'node:http';
import { bodyLimitBytes, readBodies } from './body-reader';
import { newRequestId } from './request-id';
import { RouteTable } from './route-table';
import { subjectOf } from './subject';

export type EdgeLog = Pick<Logger, 'info' | 'error'>;

/** Sent with every answer, beside `x-request-id`. */
export const wireHeaders = {
  'strict-transport-security': 'max-age=31536000',
  via: 'HTTP/1.1 payorch',
  // Files that may be kept say so themselves.
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const;

const unknownUrl = JSON.stringify(errorBody(refuse('unknown_url')).body);

/** Options of the HTTP server: slow clients are cut off, and our request id is never the caller's. */
export const serverOptions = {
  logger: false,
  genReqId: () => newRequestId(),
  requestIdHeader: false,
  bodyLimit: bodyLimitBytes,
  // Longer than load balancers keep an idle connection (60 s): else they would send into one that we are closing.
  keepAliveTimeout: 65_000,
  requestTimeout: 10_000,
  // From a request's first byte: the idle time of a kept connection does not count, and a slow client has no more than this.
  http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000 },
  routerOptions: { maxParamLength: 256 },
  // A URL that cannot be decoded, or a segment of it that is too long, names nothing that we serve.
  frameworkErrors: (_error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    void withWireHeaders(request, reply).status(404).type('application/json').send(unknownUrl);
  },
  clientErrorHandler: answerClientErrors(() => ({ ...wireHeaders, 'x-request-id': newRequestId() })),
} satisfies FastifyHttpOptions<Server>;

const withWireHeaders = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.headers({ ...wireHeaders, 'x-request-id': request.id });

/**
 * Sets the server up before Nest adds its routes: strict bodies, the wire's headers on every answer, one log line a request
 * (no header, no query, no body: they hold secrets), and the table of routes that the errors filter asks.
 */
export function prepareServer(server: FastifyInstance, log: EdgeLog): RouteTable {
  const routes = new RouteTable();
  readBodies(server);
  server.addHook('onRoute', ({ url }) => routes.add(url));
  server.addHook('onRequest', (request, reply, done) => {
    withWireHeaders(request, reply);
    // Decoded, this would reach the database as a byte that it cannot hold.
    if (request.url.includes('%00')) void reply.status(404).type('application/json').send(unknownUrl);
    else done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        request_id: request.id,
        ...subjectOf(request),
      },
      'request',
    );
    done();
  });
  return routes;
}
