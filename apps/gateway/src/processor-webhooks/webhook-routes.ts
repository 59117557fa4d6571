import type { Refusal } from '@payorch/contracts';
import { errorBody, refuse } from '@payorch/contracts';
import type { Logger } from '@payorch/platform/telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RefusalError } from '../edge';
import { traceOf } from '../request-trace';
import type { ProcessorWebhooks } from './processor-webhooks';

/** Larger than what merchants may send: processors put whole objects into their events. */
export const webhookLimitBytes = 262_144;

const asText = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value));
const texts = (fields: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, asText(value)]),
  );

function answer(reply: FastifyReply, refusal: Refusal): void {
  const { status, body } = errorBody(refusal);
  if (status === 503) void reply.header('retry-after', '1');
  void reply.status(status).type('application/json').send(JSON.stringify(body));
}

const isUnreadable = (error: unknown): boolean =>
  typeof (error as { code?: unknown }).code === 'string' && (error as { code: string }).code.startsWith('FST_ERR_CTP_');

/**
 * The routes that processors call, in a scope of their own: signatures are over the exact bytes, so nothing here reads a
 * body as anything but bytes, whatever its content type.
 */
export function addWebhookRoutes(
  server: FastifyInstance,
  webhooks: Pick<ProcessorWebhooks, 'receive'>,
  logger: Logger,
): void {
  void server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: webhookLimitBytes }, (_request, body, parsed) =>
      parsed(null, body),
    );
    scope.setErrorHandler((error, request, reply) => {
      if (error instanceof RefusalError) return answer(reply, error.refusal);
      if (isUnreadable(error)) return answer(reply, refuse('webhook_unreadable'));
      logger.error({ error, request_id: request.id, route: request.routeOptions.url }, 'request failed');
      return answer(reply, refuse('internal'));
    });
    scope.route({
      method: ['POST', 'GET', 'PUT'],
      url: '/webhooks/:merchant_id/:connector_id_or_name',
      bodyLimit: webhookLimitBytes,
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const { merchant_id, connector_id_or_name } = request.params as Record<string, string>;
        const { cookie: _cookie, ...headers } = request.headers;
        const raw = {
          method: request.method,
          headers: texts(headers),
          query: texts(request.query as object),
          body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        };
        const to = { merchantId: merchant_id ?? '', accountOrConnector: connector_id_or_name ?? '' };
        const refused = await webhooks.receive(to, raw, traceOf(request));
        if (refused) throw new RefusalError(refused);
        return reply.status(200).send();
      },
    });
    done();
  });
}
