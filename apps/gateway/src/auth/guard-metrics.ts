import { errorBody, refuse } from '@payorch/contracts';
import type { Secret } from '@payorch/kernel';
import { sameSecret } from '@payorch/kernel';
import type { FastifyInstance } from 'fastify';

/** The gateway's port faces the world: its numbers are for the operator, by the admin key. Other services' ports do not. */
export function guardMetrics(server: FastifyInstance, adminKey: Secret): void {
  const { status, body } = errorBody(refuse('unauthorized'));
  server.addHook('onRequest', (request, reply, done) => {
    const given = request.headers['api-key'];
    const isOperator = typeof given === 'string' && sameSecret(given, adminKey.reveal());
    if (request.routeOptions.url !== '/metrics' || isOperator) return done();
    void reply.status(status).type('application/json').send(JSON.stringify(body));
  });
}
