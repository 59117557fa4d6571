import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from '@payorch/platform/telemetry';
import type { FastifyInstance } from 'fastify';
import { ClientSecretInterceptor } from './auth';
import { readUploads } from './cards';
import { Limits } from './limits';
import { apiDocument, documentedRoutes } from './openapi';
import { addPageAssets, showErrorPages } from './payment-link-routes';
import { addWebhookRoutes, ProcessorWebhooks } from './processor-webhooks';
import { readForms } from './redirects';
import { ErrorsFilter, prepareServer, ReplyInterceptor } from './server';
import { BodyBeforeKeyGuard, WireValidationPipe } from './validation';

/** Configures the HTTP server before Nest adds its routes: strict bodies, error responses, and the routes outside Nest. */
export function setUpServer(app: NestFastifyApplication, logger: Logger, uploadBytes = 32 * 1024 * 1024): void {
  const server: FastifyInstance = app.getHttpAdapter().getInstance();
  // Nest adds its own body parsers unless a catch-all parser is registered; the next call removes that parser again.
  app.useBodyParser('*');
  const routes = prepareServer(server, logger);
  readForms(server);
  readUploads(server, uploadBytes);
  addPageAssets(server);
  showErrorPages(server);
  addWebhookRoutes(server, app.get(ProcessorWebhooks), logger);
  app.useGlobalGuards(new BodyBeforeKeyGuard());
  app.useGlobalInterceptors(new ReplyInterceptor(), new ClientSecretInterceptor(app.get(Limits)));
  app.useGlobalPipes(new WireValidationPipe());
  const documented = documentedRoutes(apiDocument);
  app.useGlobalFilters(new ErrorsFilter(routes, logger, documented));
}
