import type { FastifyInstance } from 'fastify';

/**
 * Reads what is left of a body that was refused early, and drops it: a sender that writes its whole file before it reads
 * would otherwise wait until its connection times out. `requestTimeout` limits the time, and nothing is stored.
 */
export function drainUnread(server: FastifyInstance): void {
  server.addHook('onResponse', ({ raw }, _reply, done) => {
    if (!raw.complete && !raw.destroyed) raw.unpipe().resume();
    done();
  });
}
