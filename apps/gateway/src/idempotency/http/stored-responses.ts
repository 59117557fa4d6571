import { errorBody, refusals, refuse } from '@payorch/contracts';
import { failPoint } from '@payorch/platform/config';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WireResponse } from '../../errors';
import { type Claim, claimOf, noteRefusal, subjectOf } from '../../request';
import { helpLink, type ServerLog } from '../../server';
import type { Idempotency } from '../idempotency';

const notStored = refuse('response_not_stored');
const unavailable: WireResponse = {
  status: 503,
  type: 'application/json',
  body: JSON.stringify(errorBody(notStored).body),
  headers: { 'retry-after': '1', ...helpLink(refusals[notStored.code].code) },
};

const textOf = (payload: unknown): string =>
  Buffer.isBuffer(payload) ? payload.toString('utf8') : String(payload ?? '');

/** Stores every response to a request under an idempotency key before it is sent. */
export function storeResponses(
  server: FastifyInstance,
  idempotency: Pick<Idempotency, 'finish'>,
  log: ServerLog,
): void {
  async function store(claim: Claim, request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<string> {
    const type = String(reply.getHeader('content-type') ?? 'application/json');
    const response: WireResponse = { status: reply.statusCode, type, body: textOf(payload) };
    failPoint('reply-before-store');
    const stored = await idempotency.finish(claim, response, subjectOf(request).refusal).catch((error: unknown) => {
      // Sends only what a retry can get again: the next attempt continues where this one stopped.
      const facts = { error, request_id: request.id, ...subjectOf(request) };
      log.error(facts, 'the gateway could not store the response under an idempotency key');
      noteRefusal(request, notStored);
      return unavailable;
    });
    failPoint('reply-stored-before-sent');
    void reply
      .status(stored.status)
      .type(stored.type)
      .headers(stored.headers ?? {});
    return stored.body;
  }

  server.addHook('onSend', (request, reply, payload, done) => {
    const claim = claimOf(request);
    if (!claim) return done(null, payload);
    store(claim, request, reply, payload).then((body) => done(null, body), done);
  });
}
