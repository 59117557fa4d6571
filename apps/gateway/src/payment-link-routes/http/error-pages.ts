import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Problem, problemPage } from '../domain/problem-page';
import { pageRequestOf, wantsPage } from './visit';

/** The routes that a customer's browser opens, and no client of the interface: the way to the bank and back, and the pages of links. */
const pageRoutes =
  /^\/(?:payments\/redirect\/|payments\/:[a-z_]+\/:[a-z_]+\/(?:redirect|authorize)\/|authentication\/:[a-z_]+\/:[a-z_]+\/redirect|payment_link\/(?:s\/|status\/|plain\/|another\/|:[a-z_]+\/)|payout_link\/)/;

const isJson = (reply: FastifyReply): boolean => String(reply.getHeader('content-type')).startsWith('application/json');

const problemOf = ({ method, url }: FastifyRequest, status: number): Problem => {
  if (status === 429) return { kind: 'too_many', address: url };
  if (status < 500) return { kind: 'nothing_here' };
  // After a form or a return from the bank the outcome is not known; a page that did not load has begun nothing.
  const isRead = method === 'GET' && /^\/(?:payment|payout)_link\//.test(url);
  return { kind: isRead ? 'not_loaded' : 'unknown', address: url };
};

const isShown = (request: FastifyRequest, reply: FastifyReply): boolean =>
  reply.statusCode >= 400 && pageRoutes.test(request.routeOptions.url ?? '') && wantsPage(request) && isJson(reply);

/** A browser gets a page for every error of these routes; other clients get the error of the interface. */
export function showErrorPages(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    if (!isShown(request, reply)) return done(null, payload);
    const page = problemPage(problemOf(request, reply.statusCode), pageRequestOf(request));
    void reply.headers(page.headers).removeHeader('content-length');
    done(null, page.body);
  });
}
