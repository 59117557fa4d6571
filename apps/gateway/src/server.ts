import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from '@payorch/platform/telemetry';
import type { FastifyInstance } from 'fastify';
import { BodyBeforeKeyGuard } from './validation/body.guard';
import { EdgeErrorsFilter } from './server/errors.filter';
import { prepareServer } from './server/server';
import { WireValidationPipe } from './validation/validation.pipe';
import { ClientSecretInterceptor } from './auth/http/client-secret.interceptor';
import { Limits } from './limits/limits';
import { ProcessorWebhooks } from './processor-webhooks/processor-webhooks';
import { addWebhookRoutes } from './processor-webhooks/http/webhook-routes';
import { readUploads } from './cards/http/read-uploads';
import { readForms } from './redirects/http/read-forms';

/** Configures the HTTP server before Nest adds its routes: strict bodies, error responses, and the routes outside Nest. */
export function setUpServer(app: NestFastifyApplication, logger: Logger, uploadBytes = 32 * 1024 * 1024): void {
  const server: FastifyInstance = app.getHttpAdapter().getInstance();
  // Nest adds its own body parsers unless a catch-all parser is registered; the next call removes that parser again.
  app.useBodyParser('*');
  const routes = prepareServer(server, logger);
  readForms(server);
  readUploads(server, uploadBytes);
  addWebhookRoutes(server, app.get(ProcessorWebhooks), logger);
  app.useGlobalGuards(new BodyBeforeKeyGuard());
  app.useGlobalInterceptors(new ClientSecretInterceptor(app.get(Limits)));
  app.useGlobalPipes(new WireValidationPipe());
  app.useGlobalFilters(new EdgeErrorsFilter(routes, logger));
}
