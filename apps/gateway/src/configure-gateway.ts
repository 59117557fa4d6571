import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from '@payorch/platform/telemetry';
import type { FastifyInstance } from 'fastify';
import { addDomainAssociation } from './apple-pay-association';
import type { GatewayConfig } from './config';
import { setUpServer } from './http-server';
import { serveIdempotencyKeys } from './idempotency';
import { addReferenceRoutes, collectRoutes } from './openapi';
import { guardCards } from './payments';
import { serveOrigins } from './server';
import { addTopicsRoutes } from './topics';

/** Adds every hook and every route outside Nest; Nest adds its own routes afterwards. */
export function configureGateway(app: NestFastifyApplication, config: GatewayConfig, logger: Logger): void {
  const server: FastifyInstance = app.getHttpAdapter().getInstance();
  const routes = collectRoutes(server);
  serveOrigins(server, { publicUrl: config.publicUrl, origins: config.corsOrigins });
  setUpServer(app, logger, config.cardsUploadBytes);
  serveIdempotencyKeys(app, logger);
  // After the idempotency keys: a replayed response is not an attempt.
  guardCards(app, config.cardFingerprintSecret);
  addDomainAssociation(server, config.applePayDomainAssociation);
  addReferenceRoutes(server, config.publicUrl, routes);
  addTopicsRoutes(server, config.publicUrl);
}
