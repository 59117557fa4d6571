import { errorBody, refuse } from '@payorch/contracts';
import { answerClientErrors } from '@payorch/platform/http';
import { isTracing } from '@payorch/platform/tracing';
import type { FastifyHttpOptions, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Server } from 'node:http';
import { QueryError, type WireResponse } from '../errors';
import { subjectOf } from '../request';
import { bodyLimitBytes, readBodies } from '../validation';
import { queryErrorResponse } from './errors.filter';
import { errorCodeIn, helpLink } from './help-link';
import { drainUnread } from './drain-unread';
import { newRequestId } from './request-id';
import { traceRequests } from './request-spans';
import { RouteTable } from './route-table';
import type { ServerLog } from './server-log';

/** Headers of every response, besides `x-request-id`. */
export const wireHeaders = {
  'strict-transport-security': 'max-age=31536000',
  via: 'HTTP/1.1 payorch',
  // Cacheable files set their own header.
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const;

const unknownUrl = JSON.stringify(errorBody(refuse('unknown_url')).body);

/** HTTP server options: timeouts for slow clients, and request ids that callers cannot choose. */
export const serverOptions = {
  logger: false,
  genReqId: () => newRequestId(),
  requestIdHeader: false,
  bodyLimit: bodyLimitBytes,
  // Longer than load balancers reuse an idle connection (60 s); otherwise they would send into a closing one.
  keepAliveTimeout: 65_000,
  requestTimeout: 10_000,
  // From the request's first byte: idle time of the connection does not count, and a slow client gets no more than
  // this.
  http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000 },
  routerOptions: { maxParamLength: 256 },
  // A URL that cannot be decoded, or with a segment that is too long, matches no route.
  frameworkErrors: (_error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    void withWireHeaders(request, reply)
      .headers(helpLink('IR_02'))
      .status(404)
      .type('application/json')
      .send(unknownUrl);
  },
  clientErrorHandler: answerClientErrors(() => ({ ...wireHeaders, 'x-request-id': newRequestId() })),
} satisfies FastifyHttpOptions<Server>;

const nulInQuery = queryErrorResponse(new QueryError('NUL character in a value', []));

/** `%00` is a byte that PostgreSQL cannot store: no object has it in its path, and no query may have it. */
function nulRefusal(url: string): WireResponse | undefined {
  if (!url.includes('%00')) return undefined;
  const isInPath = (url.split('?', 1)[0] ?? '').includes('%00');
  return isInPath ? { status: 404, type: 'application/json', body: unknownUrl } : nulInQuery;
}

const withWireHeaders = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.headers({ ...wireHeaders, 'x-request-id': request.id });

/** What load balancers and monitoring read every few seconds. */
const isProbe = (route: string): boolean => route === '/metrics' || /^\/health(?:\/|$)/.test(route);

/**
 * Prepares the server before Nest adds its routes: strict bodies, response headers, one log line for each request
 * (without headers, query and body, which contain secrets), and the route table of the errors filter.
 */
export function prepareServer(server: FastifyInstance, log: ServerLog): RouteTable {
  const routes = new RouteTable();
  readBodies(server);
  drainUnread(server);
  if (isTracing()) traceRequests(server, isProbe);
  server.addHook('onRoute', ({ url }) => routes.add(url));
  server.addHook('onRequest', (request, reply, done) => {
    withWireHeaders(request, reply);
    const refused = nulRefusal(request.url);
    if (refused) void reply.status(refused.status).type(refused.type).send(refused.body);
    else done();
  });
  // Of every error, whichever part of the gateway answers it.
  server.addHook('onSend', (_request, reply, payload, done) => {
    const code = errorCodeIn(payload);
    if (code !== undefined) void reply.headers(helpLink(code));
    done(null, payload);
  });
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    log[isProbe(route) ? 'debug' : 'info'](
      {
        method: request.method,
        route,
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
