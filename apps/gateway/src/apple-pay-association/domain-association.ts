import type { Setting } from '@payorch/platform/config';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

/** Apple's files have some 9,000 characters. */
const longestFile = 32_768;

/**
 * APPLE_PAY_DOMAIN_ASSOCIATION: Apple's file for the host of payment links, in general from the path that
 * APPLE_PAY_DOMAIN_ASSOCIATION_FILE names; null without one.
 */
export const applePayDomainAssociation = (): Setting<string | null> => ({
  variable: 'APPLE_PAY_DOMAIN_ASSOCIATION',
  schema: z
    .string()
    .regex(/^[!-~\s]+$/, 'must be printable ASCII')
    .max(longestFile, `must be at most ${longestFile} characters`)
    .transform((text) => (text === 'none' ? null : text)),
  example: '7B227073704964223A22…',
  secret: false,
  fallback: 'none',
});

/** Serves the file where Apple looks for it. Apple then lets pages of this host open Apple Pay for the file's owner. */
export function addDomainAssociation(server: FastifyInstance, file: string | null): void {
  if (file === null) return;
  server.get('/.well-known/apple-developer-merchantid-domain-association', (_request, reply) =>
    reply.header('x-content-type-options', 'nosniff').type('text/plain; charset=utf-8').send(file),
  );
}
