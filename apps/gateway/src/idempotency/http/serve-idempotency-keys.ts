import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ServerLog } from '../../server';
import { Idempotency } from '../idempotency';
import { IdempotencyInterceptor } from './idempotency.interceptor';
import { storeResponses } from './stored-responses';

/** Accepts an `Idempotency-Key` on every authenticated POST. Call it before Nest adds its routes. */
export function serveIdempotencyKeys(app: NestFastifyApplication, log: ServerLog): void {
  const idempotency = app.get(Idempotency);
  app.useGlobalInterceptors(new IdempotencyInterceptor(idempotency));
  storeResponses(app.getHttpAdapter().getInstance(), idempotency, log);
}
