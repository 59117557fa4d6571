import type { Refusal } from '@payorch/contracts';
import { errorBody, refuse } from '@payorch/contracts';
import type { Logger } from '@payorch/platform/telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RefusalError } from '../../errors';
import { noteRefusal, subjectOf, traceOf } from '../../request';
import { retryAfter } from '../../server';
import type { Addressed, Admitted, Head, ProcessorWebhooks } from '../processor-webhooks';

/** Larger than the limit for merchants: processors send whole objects in their events. */
export const webhookLimitBytes = 262_144;

const asText = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value));
const texts = (fields: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, asText(value)]),
  );

function respond(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  noteRefusal(request, refusal);
  const { status, body } = errorBody(refusal);
  return reply.status(status).headers(retryAfter(refusal, status)).type('application/json').send(JSON.stringify(body));
}

const isUnreadable = (error: unknown): boolean =>
  typeof (error as { code?: unknown }).code === 'string' && (error as { code: string }).code.startsWith('FST_ERR_CTP_');

const addressedBy = (request: FastifyRequest): Addressed => {
  const { merchant_id, connector_id_or_name } = request.params as Record<string, string>;
  return { merchantId: merchant_id ?? '', accountOrConnector: connector_id_or_name ?? '' };
};

function headOf(request: FastifyRequest): Head {
  const { cookie: _cookie, ...headers } = request.headers;
  const { method, query, ip: address, id: requestId } = request;
  return { method, headers: texts(headers), query: texts(query as object), address, requestId };
}

const isTooLarge = ({ headers }: FastifyRequest): boolean => Number(headers['content-length']) > webhookLimitBytes;

/**
 * The webhook routes, in a Fastify scope of their own: signatures cover the exact bytes, so the scope reads every
 * content type as bytes. The head is checked before the body is read.
 */
export function addWebhookRoutes(
  server: FastifyInstance,
  webhooks: Pick<ProcessorWebhooks, 'admit' | 'receive'>,
  logger: Logger,
): void {
  const admitted = new WeakMap<FastifyRequest, Admitted>();
  void server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: webhookLimitBytes }, (_request, body, parsed) =>
      parsed(null, body),
    );
    scope.setErrorHandler((error, request, reply) => {
      if (error instanceof RefusalError) return respond(request, reply, error.refusal);
      if (isUnreadable(error)) return respond(request, reply, refuse('webhook_unreadable'));
      logger.error(
        { error, request_id: request.id, route: request.routeOptions.url, ...subjectOf(request) },
        'request failed',
      );
      return respond(request, reply, refuse('internal'));
    });
    scope.addHook('onRequest', async (request) => {
      if (isTooLarge(request)) throw new RefusalError(refuse('webhook_unreadable'));
      const found = await webhooks.admit(addressedBy(request), headOf(request));
      if ('kind' in found) throw new RefusalError(found);
      admitted.set(request, found);
    });
    scope.route({
      method: ['POST', 'GET', 'PUT'],
      url: '/webhooks/:merchant_id/:connector_id_or_name',
      bodyLimit: webhookLimitBytes,
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const refused = await webhooks.receive(admitted.get(request)!, body, traceOf(request));
        if (refused) throw new RefusalError(refused);
        return reply.status(200).send();
      },
    });
    done();
  });
}
