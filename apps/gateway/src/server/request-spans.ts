import { OpenSpan, SpanKind } from '@payorch/platform/tracing';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A span for each request but probes. Everything that the request causes is in its trace: the header names the span. */
export function traceRequests(server: FastifyInstance, isProbe: (route: string) => boolean): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  server.addHook('onRequest', (request, _reply, done) => {
    const { method, headers, routeOptions } = request;
    const route = routeOptions.url ?? 'none';
    if (!isProbe(route)) {
      const span = new OpenSpan(`${method} ${route}`, {
        kind: SpanKind.SERVER,
        parent: String(headers['traceparent']),
        attributes: { 'http.request.method': method, 'http.route': route },
      });
      spans.set(request, span);
      headers['traceparent'] = span.traceparent;
    }
    done();
  });
  server.addHook('onResponse', (request, { statusCode }, done) => {
    spans.get(request)?.end({
      attributes: { 'http.response.status_code': statusCode },
      ...(statusCode >= 500 && { fault: String(statusCode) }),
    });
    done();
  });
}
