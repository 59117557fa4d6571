import { errorBody, refuse } from '@payorch/contracts';
import { sameSecret, type Secret } from '@payorch/kernel';
import type { FastifyInstance } from 'fastify';

/** The readers of `/metrics`: a scraper by its bearer token, an operator by an API key. */
export interface MetricsReaders {
  /** Empty if a service of a development set-up needs none. */
  readonly token?: Secret;
  readonly apiKey?: Secret;
}

const bearer = /^bearer +([\x21-\x7e]+)$/i;

const isGiven = (given: unknown, secret: Secret | undefined): boolean =>
  typeof given === 'string' && secret !== undefined && secret.reveal() !== '' && sameSecret(given, secret.reveal());

/** Restricts `/metrics` to these readers; without readers the metrics are open. */
export function guardMetrics(server: FastifyInstance, { token, apiKey }: MetricsReaders): void {
  const isOpen = [token, apiKey].every((secret) => secret === undefined || secret.reveal() === '');
  if (isOpen) return;
  const { status, body } = errorBody(refuse('unauthorized'));
  server.addHook('onRequest', (request, reply, done) => {
    // Comparing secrets has a price that only this route pays.
    if (request.routeOptions.url !== '/metrics') return done();
    const { authorization = '', 'api-key': key } = request.headers;
    if (isGiven(bearer.exec(authorization)?.[1], token) || isGiven(key, apiKey)) return done();
    void reply.status(status).type('application/json').send(JSON.stringify(body));
  });
}
